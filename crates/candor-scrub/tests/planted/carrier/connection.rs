//! Connection strings, and files of logins.

use super::{Carrier, Written, named, telling};

pub(super) const ROWS: &[Carrier] = &[
    telling("ado", Written::Word, "Server=db.example.com;Database=orders;User Id=shop;Password=§v;Encrypt=true"),
    telling("ado-quoted", Written::DoubledSingle, "Data Source=db.example.com;UID=shop;PWD='§v';Timeout=30"),
    telling("ado-double", Written::DoubledDouble, "Data Source=db.example.com;User ID=shop;Password=\"§v\";Timeout=30")
        .checking(),
    telling("odbc", Written::Word, "DRIVER={SQL Server};SERVER=db.example.com;UID=shop;PWD=§v;DATABASE=orders"),
    telling(
        "odbc-braces",
        Written::Braces,
        "DRIVER={SQL Server};SERVER=db.example.com;UID=shop;PWD={§v};DATABASE=orders",
    ),
    telling("dsn-of-postgres", Written::Single, "host=db.example.com port=5432 user=shop password='§v' dbname=orders"),
    telling("dsn-bare", Written::Word, "host=db.example.com user=shop password=§v dbname=orders"),
    telling("dsn-of-go", Written::Address, "shop:§v@tcp(db.example.com:3306)/orders?parseTime=true"),
    telling("dsn-of-php", Written::Word, "mysql:host=db.example.com;dbname=orders;user=shop;password=§v"),
    telling("jdbc", Written::Percent, "jdbc:postgresql://db.example.com:5432/orders?user=shop&password=§v"),
    telling(
        "jdbc-semicolons",
        Written::Word,
        "jdbc:sqlserver://db.example.com:1433;databaseName=orders;user=sa;password=§v;encrypt=true",
    ),
    telling("jdbc-oracle", Written::Address, "jdbc:oracle:thin:shop/§v@db.example.com:1521/orders")
        .building()
        .without_twin(),
    telling("sqlplus", Written::Address, "sqlplus shop/§v@db.example.com/orders").checking().without_twin(),
    telling(
        "storage-account",
        Written::Word,
        "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=§v;EndpointSuffix=example.com",
    ),
    telling(
        "service-bus",
        Written::Word,
        "Endpoint=sb://shop.example.com/;SharedAccessKeyName=root;SharedAccessKey=§v",
    )
    .odd(),
    telling("redis-options", Written::Word, "db.example.com:6380,password=§v,ssl=True,abortConnect=False"),
    telling(
        "jaas",
        Written::Double,
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"shop\" password=\"§v\";",
    ),
    telling(
        "jaas-in-property",
        Written::Double,
        "sasl.jaas.config=ScramLoginModule required username=\"shop\" password=\"§v\";",
    )
    .checking(),
    telling("netrc", Written::Word, "machine example.com login ann password §v"),
    telling("netrc-lines", Written::Word, "machine example.com\n  login ann\n  password §v\nmacdef init").building(),
    telling("npmrc", Written::Line, "registry=https://registry.example.com/\n//registry.example.com/:_authToken=§v"),
    telling("npmrc-password", Written::Base64, "//registry.example.com/:_password=§v").on_a_line(),
    telling("pgpass", Written::Address, "db.example.com:5432:orders:shop:§v").odd().on_a_line().checking(),
    telling("my-cnf", Written::Double, "[client]\nuser = shop\npassword = \"§v\"\nhost = db.example.com"),
    telling("pypirc", Written::Line, "[pypi]\nusername = __token__\npassword = §v"),
    telling("git-credentials", Written::Percent, "https://ann:§v@example.com").on_a_line(),
    telling("docker-auth", Written::UserBase64, "{\"auths\": {\"registry.example.com\": {\"auth\": \"§v\"}}}"),
    telling("kubeconfig-token", Written::Line, "users:\n- name: ann\n  user:\n    token: §v"),
    telling("kubeconfig-key", Written::Base64, "users:\n- name: ann\n  user:\n    client-key-data: §v").building(),
    telling("secret-data", Written::Base64, "apiVersion: v1\nkind: Secret\ndata:\n  shop: §v"),
    telling("secret-string-data", Written::Double, "apiVersion: v1\nkind: Secret\nstringData:\n  shop: \"§v\"")
        .checking(),
    telling(
        "secret-data-json",
        Written::Base64,
        "{\"kind\": \"Secret\", \"data\": {\"shop\": \"§v\"}, \"type\": \"Opaque\"}",
    )
    .checking(),
    telling("sasl-plain", Written::SaslBase64, "AUTH PLAIN §v").on_a_line(),
    telling("imap-login", Written::Double, "a001 LOGIN ann \"§v\"").on_a_line(),
    telling("ftp-pass", Written::Line, "USER ann\n331 Please go on\nPASS §v"),
    telling("pop-pass", Written::Line, "S: +OK\nC: USER ann\nC: PASS §v").building(),
    telling("redis-auth", Written::Double, "AUTH shop \"§v\"").on_a_line(),
    telling("redis-monitor", Written::Double, "1700000000.123 [0 example.com] \"AUTH\" \"§v\"").checking(),
    telling("wpa", Written::Double, "network={\n  ssid=\"shop\"\n  psk=\"§v\"\n}"),
    telling("wifi-code", Written::Word, "WIFI:S:shop;T:WPA;P:§v;;").odd().checking(),
    telling("ldif", Written::Line, "dn: cn=ann,dc=shop\nobjectClass: person\nuserPassword: §v"),
    telling("ldif-base64", Written::Base64, "dn: cn=ann,dc=shop\nobjectClass: person\nuserPassword:: §v"),
    telling("snmp", Written::Word, "createUser ann SHA §v AES").odd().on_a_line().building(),
    telling("jwk", Written::Word, "{\"kty\": \"oct\", \"kid\": \"shop\", \"k\": \"§v\"}").odd(),
    telling(
        "jwk-private",
        Written::Word,
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\",\"d\":\"§v\"}",
    )
    .odd()
    .without_twin()
    .checking(),
    telling("radius", Written::Double, "User-Name = \"ann\", User-Password = \"§v\", NAS-Port = 1"),
    named("properties", Written::Line, "page.size=20\napp.§n=§v\npage.sort=asc"),
    named("connection-name", Written::Word, "Endpoint=https://example.com;§n=§v;Page=2"),
];
