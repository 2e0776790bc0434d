//! One page that rustdoc wrote.

/// The text of the page.
pub(super) struct Page(String);

/// Something that a module's page lists.
#[derive(Debug, PartialEq)]
pub(super) struct Item<'a> {
    pub(super) kind: &'a str,
    pub(super) name: &'a str,
    /// Its own page.
    pub(super) file: &'a str,
}

/// Something that belongs to a type or a trait.
#[derive(Debug, PartialEq)]
pub(super) struct Member {
    pub(super) kind: &'static str,
    pub(super) name: String,
}

/// The prefixes of rustdoc's anchors, and what they mean.
const ANCHORS: [(&str, &str); 6] = [
    ("associatedconstant.", "constant"),
    ("associatedtype.", "type"),
    ("method.", "method"),
    ("structfield.", "field"),
    ("tymethod.", "method"),
    ("variant.", "variant"),
];

impl Page {
    pub(super) fn new(text: String) -> Page {
        Page(text)
    }

    /// What a module holds: `<dt><a class="struct" href="struct.Name.html" …>` and `<dt id="reexport.Name">`.
    pub(super) fn items(&self) -> impl Iterator<Item = Item<'_>> {
        self.0.split("<dt").skip(1).filter_map(|row| {
            let tag = row.split_once('>')?.0;
            if let Some(name) = attribute(tag, "id").and_then(|id| id.strip_prefix("reexport.")) {
                return Some(Item { kind: "reexport", name, file: "" });
            }
            let link = row.split_once("<a ")?.1.split_once('>')?.0;
            let (kind, file) = (attribute(link, "class")?, attribute(link, "href")?);
            let name = match kind {
                "mod" => file.strip_suffix("/index.html"),
                _ => file.strip_suffix(".html").and_then(|file| file.split_once('.')).map(|(_, name)| name),
            };
            Some(Item { kind, name: name?, file })
        })
    }

    /// The members that the type or the trait itself has; those of the traits that it implements are not its own, nor are those
    /// of what it dereferences to.
    pub(super) fn members(&self) -> impl Iterator<Item = Member> {
        let own = self.0.split(r#"<h2 id="deref-methods"#).next().unwrap_or_default();
        own.split('<').filter_map(|tag| {
            let tag = tag.split_once('>')?.0;
            let (id, class) = (attribute(tag, "id")?, attribute(tag, "class")?);
            if class.contains("trait-impl") {
                return None;
            }
            let (start, kind) = ANCHORS.iter().find(|(start, _)| id.starts_with(start))?;
            let name = id.strip_prefix(start)?;
            // The fields of a variant: `variant.Name.field.name`.
            let kind = if name.contains(".field.") { "field" } else { kind };
            Some(Member { kind, name: name.replace(".field.", "::") })
        })
    }

    /// Whether more fields or variants may come without a new major version.
    pub(super) fn is_non_exhaustive(&self) -> bool {
        self.0.contains("(Non-exhaustive)")
    }
}

/// The value of `name="value"` in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    loop {
        let (before, after) = rest.split_once(name)?;
        match after.strip_prefix("=\"") {
            Some(value) if before.is_empty() || before.ends_with(' ') => {
                return value.split_once('"').map(|(it, _)| it);
            }
            Some(_) | None => rest = after,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Item, Page};

    #[test]
    fn a_module_lists_modules_items_and_re_exports() {
        let page = Page::new(
            r##"<dl class="item-table"><dt><a class="mod" href="code/index.html" title="mod a::code">code</a></dt><dd>…</dd>
            <dt><a class="struct" href="struct.Batch.html" title="struct a::Batch">Batch</a><span>x</span></dt><dd></dd>
            <dt id="reexport.Scrubber"><code>pub use candor_scrub::<a class="struct" href="x">Scrubber</a>;</code></dt></dl>"##
                .to_owned(),
        );
        let items: Vec<_> = page.items().collect();
        assert_eq!(
            items,
            [
                Item { kind: "mod", name: "code", file: "code/index.html" },
                Item { kind: "struct", name: "Batch", file: "struct.Batch.html" },
                Item { kind: "reexport", name: "Scrubber", file: "" },
            ]
        );
    }

    #[test]
    fn a_type_has_its_own_members_and_not_those_of_traits() {
        let page = Page::new(
            r#"<h2 id="variants" class="variants section-header">Variants (Non-exhaustive)</h2>
            <section id="variant.Batch" class="variant"></section>
            <span id="variant.Batch.field.size" class="section-header"></span>
            <section id="method.name" class="method"></section>
            <section id="method.clone" class="method trait-impl"></section>
            <span id="structfield.code" class="structfield section-header"></span>
            <h2 id="deref-methods-%5Bu8%5D" class="section-header">Methods from Deref</h2>
            <section id="method.len" class="method"></section>"#
                .to_owned(),
        );
        let members: Vec<_> = page.members().map(|member| format!("{} {}", member.name, member.kind)).collect();
        assert_eq!(members, ["Batch variant", "Batch::size field", "name method", "code field"]);
        assert!(page.is_non_exhaustive());
    }
}
