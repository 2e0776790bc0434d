//! Azure: keys of its services, and of Microsoft Entra.

use super::format::Part::{End, Run};
use super::format::{ALNUM, ANY_BASE64, BASE64, DIGITS, Format, MANY, UNRESERVED, format};

pub(super) const FORMATS: &[Format] = &[
    format(
        "azure-client-secret",
        "Q~",
        &[Run(UNRESERVED, 28, 34), End],
        "JyA2{}IQk1TgeJQefvGifNR5FqXetR8fsm",
        "Jy2{}IQk1TgeJQefvGifNR5FqXetR8fsm",
    )
    .before(&[Run(UNRESERVED, 3, 3), Run(DIGITS, 1, 1)]),
    format(
        "azure-devops-token",
        "AZDO",
        &[Run(ALNUM, 4, MANY)],
        "Fakeq475ElHyKaJcTyWHzDNZoNWq4LeD1I8F61W8emWAwv1y3Dk6gEUtorVX{}mHiO",
        "Fakeq475ElHyKaJcTyWHzDNZoNWq4LD1I8F61W8emWAwv1y3Dk6gEUtorVX{}mHiO",
    )
    .before(&[Run(ALNUM, 60, 90)]),
    format(
        "azure-service-key",
        "JQQJ9",
        &[Run(ALNUM, 20, MANY)],
        "FakeVAXVeVLrjTb3eyzbaCnqpAHFc5{}Fakenqx01z2ezjA2mgpI",
        "FakeVAXVeVLrjTbeyzbaCnqpAHFc5{}Fakenqx01z2ezjA2mgpI",
    )
    .before(&[Run(ALNUM, 30, 60)]),
    format(
        "azure-search-key",
        "AzSe",
        &[Run(ALNUM, 6, MANY)],
        "FakeHQqrhu2fPjSif1I0pzizCqWjsRFwpB6P{}yhSTW0",
        "FakeHQqrhu2fPjSif10pzizCqWjsRFwpB6P{}yhSTW0",
    )
    .before(&[Run(ALNUM, 36, 48)]),
    format(
        "azure-cosmos-key",
        "ACDb",
        &[Run(BASE64, 4, MANY)],
        "FakeuQcMNQUREGMmSLy1bK4h570wnwMGA97CmFm9khJYw0okH3DzwPDdtmIrPoSx9vkoOE{}f57N",
        "FakeuQcMNQUREGMmSLy1bK4h570wnwMGA97mFm9khJYw0okH3DzwPDdtmIrPoSx9vkoOE{}f57N",
    )
    .before(&[Run(BASE64, 70, 90)]),
    format(
        "azure-functions-key",
        "AzFu",
        &[Run(ANY_BASE64, 5, MANY)],
        "FakeBrZfsHFBdcJeBreQdfk5apqdtJSnxoyS2LlZ{}7bkX9",
        "FakeBrZfsHFBdcJeBreQfk5apqdtJSnxoyS2LlZ{}7bkX9",
    )
    .before(&[Run(ANY_BASE64, 40, 60)]),
    format(
        "azure-cache-key",
        "AzCa",
        &[Run(BASE64, 6, MANY)],
        "Fakersw8gFjyTJUmXVksOJajd19DzB{}TFQYcU",
        "Fakersw8gFjyTJUXVksOJajd19DzB{}TFQYcU",
    )
    .before(&[Run(ALNUM, 30, 44)]),
    format(
        "azure-storage-key",
        "+ASt",
        &[Run(BASE64, 4, MANY)],
        "Fakeo3FtH9687zMATWt92fzxdhUSHkL3h1uF8iSrQFmG5iygxQEs3hYTDKAC9wGwIYg3oR{}MEMG",
        "Fakeo3FtH9687zMATWt92fzxdhUSHkL3h1u8iSrQFmG5iygxQEs3hYTDKAC9wGwIYg3oR{}MEMG",
    )
    .before(&[Run(BASE64, 70, 90)]),
    format(
        "azure-batch-key",
        "+ABa",
        &[Run(BASE64, 4, MANY)],
        "FakeHefIKeCNdnPgYVGrnV8rlpouAejImHjlfvKFiz0YycznylYtFCaMmeXb79biK15irp{}xfAg",
        "FakeHefIKeCNdnPgYVGrnV8rlpouAejImHjfvKFiz0YycznylYtFCaMmeXb79biK15irp{}xfAg",
    )
    .before(&[Run(BASE64, 70, 90)]),
    format(
        "azure-iot-key",
        "AIoT",
        &[Run(BASE64, 4, MANY)],
        "FakezcH7GFniWHIqASihsxeG1UDKbs{}gI0p",
        "FakezcH7GFniWHIASihsxeG1UDKbs{}gI0p",
    )
    .before(&[Run(BASE64, 30, 50)]),
    format(
        "azure-registry-key",
        "+ACR",
        &[Run(BASE64, 5, MANY)],
        "FakexbFYWaNWAO2YHSuKHhv0f3XEQHFoMopf{}rTL2B",
        "FakexbFYWaNWAO2YHSKHhv0f3XEQHFoMopf{}rTL2B",
    )
    .before(&[Run(BASE64, 36, 50)]),
    format(
        "azure-event-hub-key",
        "+AEh",
        &[Run(BASE64, 5, MANY)],
        "FakeTmMISvj2XlSJoXpGxKSGh7Ip2p{}Q9yAp",
        "FakeTmMISvj2XlSoXpGxKSGh7Ip2p{}Q9yAp",
    )
    .before(&[Run(BASE64, 30, 44)]),
    format(
        "azure-relay-key",
        "+ARm",
        &[Run(BASE64, 5, MANY)],
        "FakeILQf64gvVfDm2sVUvYuaSdrpHW{}txel8",
        "FakeILQf64gvVfD2sVUvYuaSdrpHW{}txel8",
    )
    .before(&[Run(BASE64, 30, 44)]),
    format(
        "azure-service-bus-key",
        "+ASb",
        &[Run(BASE64, 5, MANY)],
        "FakebWDswR1aPk4lqelgniGshsBZvL{}Dt3JS",
        "FakebWDswR1aPk4qelgniGshsBZvL{}Dt3JS",
    )
    .before(&[Run(BASE64, 30, 44)]),
    format(
        "azure-api-management-key",
        "APIM",
        &[Run(BASE64, 4, MANY)],
        "Fake5YinzQ93iM2LjGL4TRnRwNg9vlU9ImgQk8sFaTkVWhSLc3AofUNVPDUqZPUW9UpNfe{}pTXR",
        "Fake5YinzQ93iM2LjGL4TRnRwNg9vlU9Imgk8sFaTkVWhSLc3AofUNVPDUqZPUW9UpNfe{}pTXR",
    )
    .before(&[Run(BASE64, 70, 90)]),
];
