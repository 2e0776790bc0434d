//! Where things are in a network or a cloud: private addresses, internal hosts, accounts and resources.

pub(super) mod cloud_resource;
pub(super) mod internal_host;
pub(super) mod private_address;
pub(super) mod tenant_host;
