"""The whole journey with jsonapi-client, which follows the links and relationships of documents."""

import os

import requests
from jsonapi_client import Inclusion, Modifier, Session
from jsonapi_client.exceptions import DocumentError

URL = os.environ["VOLUNTR_URL"]
form = {"email": os.environ["VOLUNTR_EMAIL"], "password": os.environ["VOLUNTR_PASSWORD"]}
signed_in = requests.post(f"{URL}/auth/sign_in", json=form, timeout=20)
assert signed_in.status_code == 200, signed_in.text
credentials = {name: signed_in.headers[name] for name in ["access-token", "client", "uid"]}

text = {"type": "string"}
schema = {
    "vacancies": {
        "properties": {
            "title": text,
            "status": {"type": ["string", "null"]},
            "organization": {"relation": "to-one", "resource": ["organizations"]},
        }
    }
}
headers = {**credentials, "Content-Type": "application/vnd.api+json"}
session = Session(f"{URL}/api/v1", schema=schema, request_kwargs={"headers": headers})

asked = "filter[title_cont]=a&sort=-published_at,title&page[number]=1&page[size]=3"
page = session.get("vacancies", Inclusion("organization") + Modifier(asked))
listed = page.resources
assert len(listed) == 3 and page.meta.total > 3
assert listed[0].organization.name

mine = session.get("current_organizations").resources[0]
made = session.create("vacancies", title="Taalmaatje gezocht", organization=mine.id)
made.commit()
made.title = "Taalmaatje voor Amal"
made.commit()
read = session.get("vacancies", made.id).resource
assert read.title == "Taalmaatje voor Amal" and read.status == "draft"
assert read.organization.id == mine.id

read.title = ""
try:
    read.commit()
    raise AssertionError("an empty title was taken")
except DocumentError as refused:
    assert refused.errors["status_code"] == 422, refused.errors

# This client reads a document out of every answer, also out of 204.
gone = requests.delete(f"{URL}/api/v1/vacancies/{made.id}", headers=credentials, timeout=20)
assert gone.status_code == 204, gone.text
ended = requests.delete(f"{URL}/auth/sign_out", headers=credentials, timeout=20)
assert ended.status_code == 204, ended.text
assert requests.get(f"{URL}/api/v1/current_user", headers=credentials, timeout=20).status_code == 401
print(f"signed in, listed {len(listed)}, made, changed and read vacancy {made.id}, signed out")
