//! Signs in, lists, creates and reads back, with what progenitor makes of the document.

progenitor::generate_api!(spec = "openapi-3.0.json", interface = Builder);

use reqwest::header::{HeaderMap, HeaderName};

fn env(name: &str) -> String {
    std::env::var(name).expect(name)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = env("VOLUNTR_URL");
    let visitor = Client::new(&url);
    let credentials: types::SignIn = serde_json::from_value(serde_json::json!({
        "email": env("VOLUNTR_EMAIL"), "password": env("VOLUNTR_PASSWORD"),
    }))?;
    let signed_in = visitor.sign_in().body(credentials).send().await?;
    let mut headers = HeaderMap::new();
    for name in ["access-token", "client", "uid"] {
        let value = signed_in.headers().get(name).expect(name).clone();
        headers.insert(HeaderName::from_static(name), value);
    }
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    let client = Client::new_with_client(&url, http);

    let mine = client.list_current_organizations().send().await?;
    let organization = mine.data[0].id.clone();

    let page = client.list_vacancies().page_size(std::num::NonZeroU32::new(2).unwrap()).send().await?;
    assert_eq!(page.data.len(), 2);

    let body: types::VacancyCreate = serde_json::from_value(serde_json::json!({ "data": {
        "type": "vacancies",
        "attributes": { "title": "Taalmaatje gezocht", "organization_id": organization },
    } }))?;
    let made = client.create_vacancy().idempotency_key("rust-client-1").body(body).send().await?;
    let id = made.data.id.clone();

    let read = client.get_vacancy().id(&id).send().await?;
    assert_eq!(read.data.attributes.title.as_str(), "Taalmaatje gezocht");
    assert_eq!(read.data.attributes.status, types::VacancyStatus::Draft);

    let refused = client.get_vacancy().id("999999").send().await.unwrap_err();
    assert_eq!(refused.status().map(|status| status.as_u16()), Some(404));

    println!("signed in, listed {}, made and read vacancy {id}", page.data.len());
    Ok(())
}
