//! Traces whose files, and statements whose tables, must be removed.

use super::Bare;
use crate::rule::Family;
use proptest::prelude::*;

/// A trace or a statement.
pub(super) fn any() -> impl Strategy<Value = Bare> {
    prop_oneof![trace(), statement()]
}

/// Frames of a trace; `{file}` must be removed.
const TRACES: [(&str, &str); 16] = [
    (
        "python",
        "Traceback (most recent call last):\n  File \"{file}.py\", line 3, in add\n    items[key]\nKeyError: 'tea'",
    ),
    ("python-frame", "  File \"/srv/shop/{file}.py\", line 17, in <module>"),
    ("java", "\tat shop.Cart.add({file}.java:12)\n\tat shop.Main.main(Main.java)"),
    ("kotlin", "  at k.Shop$open$1.invokeSuspend({file}.kt:4)"),
    ("node", "    at add (/srv/shop/{file}.js:10:5)\n    at async Promise.all (index 0)"),
    ("node-relative", "    at add ({file}.ts:1:1)"),
    ("browser", "add@https://shop.test/{file}.js:1:2"),
    ("go", "goroutine 1 [running]:\nmain.main()\n\t/srv/shop/{file}.go:12 +0x1d"),
    ("rust", "thread 'main' panicked at src/{file}.rs:4:6:\nno stock"),
    ("rust-backtrace", "stack backtrace:\n   0: rust_begin_unwind\n             at /rustc/1/{file}.rs:1:2"),
    ("php", "#0 /shop/{file}.php(12): add('x', Array)\n#1 {main}"),
    ("php-message", "Warning: Undefined variable $x in {file}.php on line 3"),
    ("ruby", "lib/{file}.rb:12:in `add': no stock (ShopError)\n\tfrom main.rb:9"),
    ("ruby-from", "\tfrom lib/{file}.rb:3:in 'block in <main>'"),
    ("dotnet", "   at Shop.Db.Get[T](Int32 id) in c:\\shop\\{file}.cs:line 3"),
    ("dotnet-message", "failed in c:\\my shop\\{file}.cs:line 12, sorry"),
];

fn trace() -> impl Strategy<Value = Bare> {
    (prop::sample::select(&TRACES[..]), "[A-Za-z][A-Za-z0-9_]{7,14}").prop_map(|((kind, frames), file)| {
        Bare::new(kind, Family::Internals, frames.replace("{file}", &file), [file]).on_a_line()
    })
}

/// Statements; `{table}` must be removed.
const STATEMENTS: [&str; 12] = [
    "SELECT id, name FROM {table} WHERE id = 3",
    "select * from {table}",
    "select `id`, count(*) from `{table}` where `id` = ?",
    "SELECT t.id FROM {table} t JOIN cups c ON c.tea = t.id ORDER BY t.id LIMIT 10",
    "INSERT INTO {table} (id, name) VALUES (1, 'green')",
    "insert into \"{table}\" (\"id\") values ($1)",
    "UPDATE {table} SET name = 'x' WHERE id = 1",
    "DELETE FROM {table} WHERE id = 1",
    "CREATE TABLE {table} (id int, name text)",
    "ALTER TABLE {table} ADD COLUMN x int",
    "DROP TABLE IF EXISTS {table}",
    "WITH t AS (SELECT 1) SELECT * FROM {table}",
];

fn statement() -> impl Strategy<Value = Bare> {
    (prop::sample::select(&STATEMENTS[..]), "[a-z][a-z0-9_]{7,14}").prop_map(|(statement, table)| {
        Bare::new("sql-statement", Family::Internals, statement.replace("{table}", &table), [table])
    })
}
