//! stub
use proc_macro::TokenStream;
/// x
#[proc_macro_derive(Contract, attributes(failure, from, source))]
pub fn derive_contract(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
