//! The part of a cloud service's host that names the account: `acme.atlassian.net`, `orders.s3.amazonaws.com`.

use crate::REDACTED;
use crate::rule::{Family, Findings, Hit, Rule, Triggers, explained};
use crate::text::{Class, Text, is_any};

explained! {
    /// # What it removes
    ///
    /// The part of a cloud service's host that names the account, such as `acme` in `acme.atlassian.net`, and the
    /// bucket of an S3 URL. The service's domain is kept.
    ///
    /// # Why
    ///
    /// It shows which accounts and buckets a server uses, which can then be attacked directly.
    ///
    /// # Example
    ///
    /// ```text
    /// GET https://acme.atlassian.net/rest/api/3/issue returned 403
    /// ```
    ///
    /// becomes
    ///
    /// ```text
    /// GET https://[redacted].atlassian.net/rest/api/3/issue returned 403
    /// ```
    ///
    /// # Instead
    ///
    /// Name the service alone: "Jira returned 403".
    pub(crate) const RULE: Rule = Rule {
        id: "tenant-host",
        family: Family::Places,
        placeholder: REDACTED,
        triggers: Triggers::Words(&DOMAINS),
        window: 1024,
        find,
    };
}

const DOMAINS: [&str; 40] = [
    ".amazonaws.com",
    ".atlassian.net",
    ".auth0.com",
    ".azure-api.net",
    ".azurecr.io",
    ".azuredatabricks.net",
    ".azurewebsites.net",
    ".bamboohr.com",
    ".cloud.databricks.com",
    ".cloudfunctions.net",
    ".cloudamqp.com",
    ".cognitiveservices.azure.com",
    ".confluent.cloud",
    ".elastic-cloud.com",
    ".firebaseio.com",
    ".freshdesk.com",
    ".lambda-url.",
    ".my.salesforce.com",
    ".myshopify.com",
    ".mongodb.net",
    ".neon.tech",
    ".okta-emea.com",
    ".okta.com",
    ".oktapreview.com",
    ".openai.azure.com",
    ".ondigitalocean.com",
    ".onelogin.com",
    ".postgres.database.azure.com",
    ".psdb.cloud",
    ".redislabs.com",
    ".rds.aliyuncs.com",
    ".service-now.com",
    ".sharepoint.com",
    ".snowflakecomputing.com",
    ".supabase.co",
    ".upstash.io",
    ".vault.azure.net",
    ".visualstudio.com",
    ".windows.net",
    ".zendesk.com",
];
const AMAZON: usize = 0;

/// Labels that are the service's own.
const OF_THE_SERVICE: [&str; 26] = [
    "www",
    "api",
    "docs",
    "doc",
    "help",
    "support",
    "login",
    "status",
    "developer",
    "developers",
    "community",
    "blog",
    "accounts",
    "id",
    "auth",
    "cdn",
    "static",
    "marketplace",
    "learn",
    "app",
    "dev",
    "portal",
    "management",
    "login-us",
    "sts",
    "graph",
];
/// Services of AWS that follow the name of a resource in a host name.
const AMAZON_SERVICES: [&str; 14] = [
    "s3",
    "execute-api",
    "rds",
    "elb",
    "es",
    "dkr",
    "compute",
    "cache",
    "redshift",
    "docdb",
    "neptune",
    "kafka",
    "mq",
    "cloudsearch",
];

fn find(text: Text<'_>, hit: &Hit, found: &mut Findings<'_>) -> usize {
    const HOST: Class = Class::of("A-Za-z0-9._-");
    let start = text.skip_back(hit.span.start, hit.from, &HOST);
    if text.is(hit.span.end, const { &Class::of("A-Za-z0-9_-") }) && !text.get(hit.span.clone()).ends_with('.') {
        return hit.span.end;
    }
    let host = text.get(start..hit.span.start);
    let tenant = if hit.word == AMAZON { amazon_tenant(host) } else { tenant(host) };
    match tenant {
        Some(length) => found.take(start..start + length),
        None if hit.word == AMAZON && host.split('.').next().is_some_and(is_bucket_service) => {
            // The bucket is the first segment of the path.
            let path = hit.span.end + usize::from(text.byte(hit.span.end) == Some(b'/'));
            let end = text.skip_at_most(path, &HOST, 64);
            found.take(path..if path > hit.span.end { end } else { path });
            return end;
        }
        None => {}
    }
    hit.span.end
}

/// The length of the part of the host that names the account.
fn tenant(host: &str) -> Option<usize> {
    let first = host.split('.').next().unwrap_or_default();
    (!host.is_empty() && !is_any(first, &OF_THE_SERVICE)).then_some(host.len())
}

fn amazon_tenant(host: &str) -> Option<usize> {
    let mut at = 0;
    for label in host.split('.') {
        if is_any(label, &AMAZON_SERVICES) || is_bucket_service(label) {
            return (at > 0).then(|| at - 1);
        }
        at += label.len() + 1;
    }
    None
}

/// `s3`, `s3-us-west-2`.
fn is_bucket_service(label: &str) -> bool {
    label == "s3" || label.starts_with("s3-")
}

#[cfg(test)]
mod tests {
    use crate::Scrubber;

    #[test]
    fn the_name_of_the_account_is_removed_and_that_of_the_service_is_kept() {
        let rows = [
            ("https://acme.atlassian.net/rest", "https://[redacted].atlassian.net/rest"),
            ("acme-orders.s3.eu-west-1.amazonaws.com/x", "[redacted].s3.eu-west-1.amazonaws.com/x"),
            ("https://s3-us-west-2.amazonaws.com/acme-orders/x", "https://s3-us-west-2.amazonaws.com/[redacted]/x"),
            ("acme.search.windows.net", "[redacted].windows.net"),
        ];
        for (text, scrubbed) in rows {
            assert_eq!(Scrubber::new().scrub(text), scrubbed);
            assert_eq!(Scrubber::new().scrub(scrubbed), scrubbed);
        }
    }

    #[test]
    fn addresses_of_the_service_itself_are_kept() {
        for text in [
            "https://support.atlassian.net/x",
            "dynamodb.us-east-1.amazonaws.com",
            "https://www.okta.com",
            "s3.amazonaws.com",
        ] {
            assert_eq!(Scrubber::new().scrub(text), text);
        }
    }
}
