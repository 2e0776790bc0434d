//! Paths, hosts and traces: the value is a part of the name that must go.

use super::{Carrier, Written, telling};

pub(super) const ROWS: &[Carrier] = &[
    telling("path-home", Written::File, "cannot open /home/§v/f.csv").without_twin(),
    telling("path-srv", Written::File, "/srv/shop/§v.csv: no such file").without_twin(),
    telling("path-proc", Written::Number, "cannot read /proc/§v/environ").without_twin().checking(),
    telling("path-sys", Written::File, "cannot write /sys/class/net/§v/mtu").without_twin(),
    telling("path-data", Written::File, "cannot open /data/shop/§v.csv").without_twin(),
    telling("path-volume", Written::File, "cannot open /volume1/backups/§v/f.csv").without_twin().building(),
    telling("path-mounted", Written::File, "cannot open /mnt/disk2/§v").without_twin(),
    telling("path-tilde", Written::File, "cannot open ~/§v/f.csv").without_twin().checking(),
    telling("path-socket", Written::File, "dial unix:///run/§v.sock: refused").without_twin(),
    telling("path-file-url", Written::File, "file:///srv/shop/§v.csv is locked").without_twin(),
    telling("path-windows", Written::File, "cannot open C:\\Users\\§v\\f.csv").without_twin(),
    telling("path-windows-long", Written::File, "cannot open \\\\?\\C:\\shop\\§v.csv").without_twin().checking(),
    telling("path-share", Written::File, "cannot open \\\\files\\shop\\§v.csv").without_twin(),
    telling("host-internal", Written::File, "dial tcp: lookup §v.internal: no such host").without_twin(),
    telling("host-cluster", Written::File, "http://§v.shop.svc.cluster.local:8080/orders").without_twin(),
    telling("host-corporate", Written::File, "cannot reach §v.corp.local").without_twin().building(),
    telling(
        "trace-ocaml",
        Written::File,
        "Fatal error: exception Not_found\nCalled from Shop.add in file \"src/§v.ml\", line 12, characters 4-20",
    )
    .without_twin(),
    telling("trace-julia", Written::File, "ERROR: KeyError\nStacktrace:\n [1] add(x::Int64)\n   @ Main ./§v.jl:12")
        .without_twin(),
    telling(
        "trace-powershell",
        Written::File,
        "Not found.\nAt C:\\shop\\§v.ps1:12 char:5\n+     Get-Tea $x\n+     ~~~~~~~~~~",
    )
    .without_twin(),
    telling(
        "trace-crystal",
        Written::File,
        "Missing hash key (KeyError)\n  from src/§v.cr:12:5 in 'add'\n  from src/main.cr:3:1 in 'main'",
    )
    .without_twin()
    .checking(),
    telling(
        "trace-nim",
        Written::File,
        "Traceback (most recent call last)\nsrc/§v.nim(12) add\nError: unhandled exception",
    )
    .without_twin()
    .building(),
];
