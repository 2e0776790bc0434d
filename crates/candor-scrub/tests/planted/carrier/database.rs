//! Statements of databases and their answers.

use super::{Carrier, Written, named, telling};

pub(super) const ROWS: &[Carrier] = &[
    telling("identified-by", Written::DoubledSingle, "CREATE USER shop IDENTIFIED BY '§v'").without_twin(),
    telling("alter-user", Written::DoubledSingle, "ALTER USER shop WITH PASSWORD '§v'").without_twin(),
    telling("identified-by-bare", Written::DoubledDouble, "ALTER USER shop IDENTIFIED BY \"§v\" ACCOUNT UNLOCK")
        .without_twin()
        .checking(),
    telling("set-password", Written::DoubledSingle, "SET PASSWORD FOR shop = '§v'").without_twin(),
    telling("create-login", Written::DoubledSingle, "CREATE LOGIN shop WITH PASSWORD = '§v'").without_twin(),
    telling("identified-with", Written::DoubledSingle, "GRANT ALL ON orders TO shop IDENTIFIED WITH plain BY '§v'")
        .without_twin()
        .checking(),
    telling(
        "database-secret",
        Written::DoubledSingle,
        "CREATE DATABASE SCOPED CREDENTIAL c WITH IDENTITY = 'shop', SECRET = '§v'",
    )
    .without_twin()
    .building(),
    telling("pgp", Written::DoubledSingle, "pgp_sym_decrypt(note, '§v')"),
    named("insert", Written::DoubledSingle, "INSERT INTO users (name, §n) VALUES ('ann', '§v')").without_twin(),
    named("update", Written::DoubledSingle, "UPDATE users SET §n = '§v' WHERE id = 7").without_twin(),
    named("where", Written::DoubledSingle, "SELECT id FROM users WHERE §n = '§v'").without_twin(),
    named("detail", Written::Code, "DETAIL:  Key (§n)=(§v) already exists.").without_twin(),
    named("failing-row", Written::Code, "Failing row contains (7, ann, §v, null). Column §n.")
        .without_twin()
        .checking(),
    named("duplicate-entry", Written::Single, "Duplicate entry '§v' for key 'users.§n'").without_twin(),
    named("parameters", Written::Single, "parameters: {'page': 2, '§n': '§v'}").without_twin(),
    named("bound", Written::Double, "[SQL: SELECT id FROM users WHERE §n = ?] [params: (\"§v\",)]")
        .without_twin()
        .building(),
    named("mongo", Written::Double, "db.users.find({ page: 2, §n: \"§v\" })"),
    named(
        "mongo-key",
        Written::Double,
        "E11000 duplicate key error collection: orders index: §n_1 dup key: { §n: \"§v\" }",
    )
    .without_twin(),
    named("redis-set", Written::Double, "SET app:§n \"§v\" EX 60"),
    named("redis-hash", Written::Double, "HSET app:1 page 2 §n \"§v\"").checking(),
    named("ldap-filter", Written::Word, "(&(objectClass=person)(§n=§v))"),
    named("ldap-modify", Written::Line, "changetype: modify\nreplace: §n\n§n: §v").building().without_twin(),
    named("cypher", Written::Single, "MATCH (u:User {page: 2, §n: '§v'}) RETURN u").without_twin(),
];
