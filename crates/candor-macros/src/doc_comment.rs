//! The doc comment of a variant, which says when it happens.

use syn::{Attribute, Expr, Lit, Meta};

/// The first paragraph, on one line; empty if there is none.
pub(crate) fn first_paragraph(attributes: &[Attribute]) -> String {
    let text: Vec<String> = attributes.iter().filter_map(text_of).collect();
    let lines = text.iter().flat_map(|text| text.split('\n')).map(str::trim);
    let paragraph: Vec<&str> = lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ")
}

fn text_of(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    let (true, Expr::Lit(value)) = (pair.path.is_ident("doc"), &pair.value) else { return None };
    let Lit::Str(text) = &value.lit else { return None };
    let text = text.value();
    // Only block comments hold several lines; each may open with a star.
    if !text.contains('\n') {
        return Some(text);
    }
    let lines = text.lines().map(|line| line.trim().trim_start_matches('*'));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn the_first_paragraph_is_one_line() {
        let item: syn::DeriveInput = parse_quote! {
            ///
            ///  No requested PMID
            /// returned data.
            ///
            /// More about it.
            struct NoMatch;
        };
        assert_eq!(first_paragraph(&item.attrs), "No requested PMID returned data.");
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        let item: syn::DeriveInput = parse_quote! {
            #[doc = "\n * No match\n * at all.\n *\n * More.\n "]
            struct NoMatch;
        };
        assert_eq!(first_paragraph(&item.attrs), "No match at all.");
    }
}
