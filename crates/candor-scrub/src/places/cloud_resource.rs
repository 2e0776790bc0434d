//! Cloud resources: ARNs of AWS, resource ids of Azure. The service is kept; account and name are removed.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, LONGEST_WINDOW, Rule, Triggers, explained};
use crate::text::{ALPHANUMERIC, Class, Text};

explained! {
    /// # What it removes
    ///
    /// Account and name of a cloud resource: an ARN of AWS from its region on, an Azure resource id from its
    /// subscription on. The service is kept.
    ///
    /// # Why
    ///
    /// Account numbers and names of resources are what an attacker of a cloud account needs first.
    ///
    /// # Example
    ///
    /// ```text
    /// access denied: arn:aws:s3:::acme-orders/2026
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// access denied: arn:aws:s3:[redacted]
    /// ```
    ///
    /// # Instead
    ///
    /// Name the resource by what it is for: "the bucket of the orders".
    pub(crate) const RULE: Rule = Rule {
        id: "cloud-resource",
        family: Family::Places,
        placeholder: REDACTED,
        triggers: Triggers::Words(&["arn:aws", "/subscriptions/"]),
        window: LONGEST_WINDOW,
        find,
    };
}

const ARN: usize = 0;

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const SIGN: Class = Class::of("A-Za-z0-9:/_.*+=@${}-");
    if hit.word == ARN {
        // `arn:aws-cn:s3:…`.
        let partition = text.skip_at_most(hit.span.end, const { &Class::of("a-z-") }, 16);
        let service = text.skip_at_most(partition + 1, const { &Class::of("a-z0-9-") }, 32);
        if text.byte(partition) != Some(b':')
            || text.byte(service) != Some(b':')
            || text.is_before(hit.span.start, &ALPHANUMERIC)
        {
            return hit.span.end;
        }
        let end = text.skip(service, &SIGN);
        let rest = text.get(service + 1..end).trim_end_matches(['.', ':']);
        if rest.bytes().any(|byte| ALPHANUMERIC.has(byte)) {
            found.take(service + 1..service + 1 + rest.len());
        }
        return end;
    }
    let id = text.skip_at_most(hit.span.end, const { &Class::of("0-9a-fA-F-") }, 36);
    if id - hit.span.end != 36 {
        return hit.span.end;
    }
    let end = text.skip(id, &SIGN);
    found.take(hit.span.end..end);
    end
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn account_and_name_are_removed() {
        let rows = [
            ("User: arn:aws:iam::111122223333:user/jane is not", "User: arn:aws:iam:[redacted] is not"),
            ("\"arn:aws-cn:s3:::acme-orders/*\"", "\"arn:aws-cn:s3:[redacted]\""),
            (
                "/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/shop not found",
                "/subscriptions/[redacted] not found",
            ),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn prose_about_them_is_kept() {
        for text in ["an ARN begins with arn:aws:", "GET /subscriptions/17", "arn:aws:iam::"] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
