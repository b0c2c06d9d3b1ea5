//! Names of fields as people know them, for errors: `house_number` is "Huisnummer".

use crate::base::locale::Locale;

/// Field, nl, en. Fields that only programs set have no row.
#[rustfmt::skip]
const NAMES: &[(&str, &str, &str)] = &[
    ("accept_terms", "Voorwaarden", "Terms"),
    ("activity_type_ids", "Soorten werk", "Types of activity"),
    ("address", "Adres", "Address"),
    ("age_group_ids", "Leeftijdsgroepen", "Age groups"),
    ("anbi", "ANBI", "ANBI"),
    ("availability", "Dagdelen", "Parts of the week"),
    ("background_color", "Achtergrondkleur", "Background colour"),
    ("birth_date", "Geboortedatum", "Date of birth"),
    ("body", "Tekst", "Text"),
    ("capacity", "Aantal plekken", "Number of places"),
    ("city", "Plaats", "Town"),
    ("code", "Code", "Code"),
    ("color_mode", "Licht of donker", "Light or dark"),
    ("contact_name", "Naam van de contactpersoon", "Name of the contact"),
    ("contact_person", "Contactpersoon", "Contact"),
    ("contact_person_id", "Contactpersoon", "Contact"),
    ("country", "Land", "Country"),
    ("current_password", "Huidig wachtwoord", "Current password"),
    ("data", "Inhoud", "Content"),
    ("dates", "Data", "Dates"),
    ("denial_reason", "Reden", "Reason"),
    ("denial_text", "Uitleg", "Explanation"),
    ("description", "Omschrijving", "Description"),
    ("digest_days", "Dagen van de mail", "Days of the email"),
    ("email", "E-mailadres", "Email address"),
    ("ends_at", "Einde", "End"),
    ("expenses", "Onkosten", "Expenses"),
    ("expires_at", "Einddatum", "End date"),
    ("favicon_url", "Pictogram", "Icon"),
    ("file", "Bestand", "File"),
    ("first_name", "Voornaam", "First name"),
    ("font_heading", "Lettertype van koppen", "Font of headings"),
    ("font_sans", "Lettertype", "Font"),
    ("for_groups", "Voor groepen", "For groups"),
    ("gains", "Wat levert het op", "What it brings"),
    ("gender", "Geslacht", "Gender"),
    ("gtag_id", "Code van Google Analytics", "Google Analytics id"),
    ("guardian_email", "E-mailadres van een ouder of verzorger", "Email address of a parent or guardian"),
    ("host", "Webadres", "Web address"),
    ("hosts", "Andere webadressen", "Further web addresses"),
    ("hour_target", "Aantal uren", "Number of hours"),
    ("hours_per_week", "Uren per week", "Hours a week"),
    ("house_number", "Huisnummer", "House number"),
    ("image_url", "Foto", "Picture"),
    ("intro", "Inleiding", "Introduction"),
    ("job_title", "Functie", "Job title"),
    ("kvk_number", "KvK-nummer", "Registration number (KvK)"),
    ("languages", "Talen", "Languages"),
    ("last_name", "Achternaam", "Last name"),
    ("locale", "Taal", "Language"),
    ("mentor_id", "Mentor", "Mentor"),
    ("message", "Bericht", "Message"),
    ("min_age", "Minimumleeftijd", "Minimum age"),
    ("minimum_age", "Minimumleeftijd", "Minimum age"),
    ("name", "Naam", "Name"),
    ("name_en", "Engelse naam", "English name"),
    ("name_nl", "Nederlandse naam", "Dutch name"),
    ("neighbourhood_initiative", "Buurtinitiatief", "Neighbourhood initiative"),
    ("non_profit_type_id", "Soort organisatie", "Kind of organisation"),
    ("note", "Notitie", "Note"),
    ("offer", "Wat je biedt", "What you offer"),
    ("online", "Vanuit huis", "From home"),
    ("organization", "Organisatie", "Organisation"),
    ("organization_id", "Organisatie", "Organisation"),
    ("other_contact_ids", "Andere contactpersonen", "Other contacts"),
    ("password", "Wachtwoord", "Password"),
    ("password_confirmation", "Wachtwoord herhalen", "Password again"),
    ("phone_number", "Telefoonnummer", "Phone number"),
    ("places", "Andere plekken", "Other places"),
    ("postal_code", "Postcode", "Postal code"),
    ("primary_color", "Hoofdkleur", "Main colour"),
    ("published_at", "Publicatiedatum", "Date of publication"),
    ("quiet_from", "Stil vanaf", "Quiet from"),
    ("quiet_until", "Stil tot", "Quiet until"),
    ("reason", "Reden", "Reason"),
    ("reason_code", "Reden", "Reason"),
    ("reason_text", "Uitleg", "Explanation"),
    ("recovery_code", "Herstelcode", "Recovery code"),
    ("report", "Wat je hebt gedaan", "What you did"),
    ("required_checks", "Gevraagde verklaringen", "Checks asked for"),
    ("requirements", "Wat we vragen", "What we ask"),
    ("role", "Rol", "Role"),
    ("roles", "Rollen", "Roles"),
    ("schedule", "Wanneer", "When"),
    ("school_id", "School", "School"),
    ("secondary_color", "Tweede kleur", "Second colour"),
    ("skills", "Waar ben je goed in", "Skills"),
    ("social_setting", "Alleen of samen", "Alone or together"),
    ("starts_at", "Begin", "Start"),
    ("status", "Status", "Status"),
    ("street", "Straat", "Street"),
    ("student_id", "Leerling", "Student"),
    ("subject", "Onderwerp", "Subject"),
    ("summary", "Samenvatting", "Summary"),
    ("tags", "Labels", "Tags"),
    ("tertiary_color", "Derde kleur", "Third colour"),
    ("text_color", "Tekstkleur", "Text colour"),
    ("title", "Titel", "Title"),
    ("type", "Soort", "Kind"),
    ("typed_name", "Naam", "Name"),
    ("vacancy", "Vacature", "Volunteer role"),
    ("vacancy_id", "Vacature", "Volunteer role"),
    ("vacancy_type", "Soort vacature", "Kind of volunteer role"),
    ("website", "Website", "Website"),
    ("website_logo_dark_mode_url", "Logo voor donker", "Logo for dark"),
    ("website_logo_url", "Logo", "Logo"),
    ("wheelchair_accessible", "Rolstoeltoegankelijk", "Wheelchair accessible"),
    ("youtube_url", "Video", "Video"),
];

/// The name of the field that a pointer leads to. Of an item in a list it is the list's name with the item's number,
/// counted from one: `/data/attributes/requirements/2` is "Wat we vragen (3)". A field without a name keeps its own.
pub(super) fn of(pointer: &str, locale: Locale) -> Option<String> {
    let mut parts = pointer.rsplit('/').filter(|part| !part.is_empty());
    let last = parts.next()?;
    let Ok(index) = last.parse::<usize>() else {
        return Some(named(last, locale).to_owned());
    };
    let list = parts.next().unwrap_or(last);
    Some(format!("{} ({})", named(list, locale), index + 1))
}

fn named(field: &str, locale: Locale) -> &str {
    match (NAMES.iter().find(|row| row.0 == field), locale) {
        (Some((_, nl, _)), Locale::Nl) => nl,
        (Some((_, _, en)), Locale::En) => en,
        (None, _) => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_the_name_that_people_know_and_an_item_its_number() {
        let nl = |pointer| of(pointer, Locale::Nl).unwrap_or_default();
        assert_eq!(nl("/data/attributes/address/house_number"), "Huisnummer");
        assert_eq!(nl("/data/attributes/requirements/2"), "Wat we vragen (3)");
        assert_eq!(
            of("/data/attributes/house_number", Locale::En).as_deref(),
            Some("House number")
        );
        assert_eq!(nl("/data/attributes/banana"), "banana");
        assert_eq!(of("", Locale::Nl), None);
    }
}
