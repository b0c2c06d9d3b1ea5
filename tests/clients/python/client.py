"""Signs in, lists, creates and reads back, with what openapi-python-client makes of the document."""

import os

from voluntr_client import Client
from voluntr_client.api.authentication import sign_in
from voluntr_client.api.organizations import list_current_organizations
from voluntr_client.api.vacancies import create_vacancy, get_vacancy, list_vacancies
from voluntr_client.models import SignIn, VacancyCreate, VacancyDocument, VacancyList
from voluntr_client.models.error_document import ErrorDocument

client = Client(base_url=os.environ["VOLUNTR_URL"])
credentials = SignIn(email=os.environ["VOLUNTR_EMAIL"], password=os.environ["VOLUNTR_PASSWORD"])
signed_in = sign_in.sync_detailed(client=client, body=credentials)
assert signed_in.status_code == 200, signed_in.content
names = ["access-token", "client", "uid"]
client = client.with_headers({name: signed_in.headers[name] for name in names})

mine = list_current_organizations.sync(client=client)
organization = mine.data[0]

page = list_vacancies.sync(client=client, pagesize=2)
assert isinstance(page, VacancyList) and len(page.data) == 2, page

attributes = {"title": "Taalmaatje gezocht", "organization_id": organization.id}
body = VacancyCreate.from_dict({"data": {"type": "vacancies", "attributes": attributes}})
made = create_vacancy.sync(client=client, body=body, idempotency_key="python-client-1")
assert isinstance(made, VacancyDocument), made

read = get_vacancy.sync(made.data.id, client=client)
assert isinstance(read, VacancyDocument), read
assert read.data.attributes.title == "Taalmaatje gezocht"
assert read.data.attributes.status == "draft"

gone = get_vacancy.sync("999999", client=client)
assert isinstance(gone, ErrorDocument) and gone.errors[0].code == "not_found", gone

print(f"signed in, listed {len(page.data)}, made and read vacancy {made.data.id}")
