//! Names of fields as people know them, for errors: `house_number` is "Huisnummer".

use crate::base::locale::Locale;

/// Field, nl, en. Fields that only programs set have no row.
#[rustfmt::skip]
const NAMES: &[(&str, &str, &str)] = &[
    ("about", "Meer over jou", "More about you"),
    ("accept_terms", "Voorwaarden", "Terms"),
    ("access_permission", "Wie het mag invullen", "Who may fill it in"),
    ("accessibility", "Toegankelijkheid", "Accessibility"),
    ("accessible_toilet", "Aangepast toilet", "Accessible toilet"),
    ("activities", "Activiteiten", "Activities"),
    ("activity_categories", "Soort activiteit", "Kind of activity"),
    ("activity_type_ids", "Soorten werk", "Types of activity"),
    ("address", "Adres", "Address"),
    ("age_group_ids", "Leeftijdsgroepen", "Age groups"),
    ("age_at_least", "Leeftijd", "Age"),
    ("agrees_to_safety_rules", "Regels voor veilig helpen", "Rules for helping safely"),
    ("all_day", "Hele dag", "All day"),
    ("allow_guest_applications", "Aanmelden zonder account", "Apply without an account"),
    ("allow_inactive_users", "Inactieve accounts toelaten", "Allow inactive accounts"),
    ("allows_guests", "Aanmelden zonder account", "Sign up without an account"),
    ("alt", "Beschrijving van de foto", "Description of the picture"),
    ("anbi", "ANBI", "ANBI"),
    ("answer", "Antwoord", "Answer"),
    ("answers", "Antwoorden", "Answers"),
    ("app_name", "Naam van de website", "Name of the site"),
    ("archived", "Gearchiveerd", "Archived"),
    ("assignee_id", "Wie het oppakt", "Who takes it up"),
    ("asks_after_no_shows", "Wie twee keer wegbleef", "Who stayed away twice"),
    ("at", "Tijd", "Time"),
    ("audience", "Voor wie", "For whom"),
    ("audiences", "Voor wie", "For whom"),
    ("author_name", "Schrijver", "Author"),
    ("availability", "Dagdelen", "Parts of the week"),
    ("avatar_url", "Foto", "Picture"),
    ("background_color", "Achtergrondkleur", "Background colour"),
    ("birth_date", "Geboortedatum", "Date of birth"),
    ("block_type", "Soort blok", "Kind of block"),
    ("blocks", "Blokken", "Blocks"),
    ("body", "Tekst", "Text"),
    ("can_export", "Mag exporteren", "May export"),
    ("capacity", "Aantal plekken", "Number of places"),
    ("challenge_id", "Passkey", "Passkey"),
    ("change_note", "Wat er is veranderd", "What has changed"),
    ("channel", "Hoe je het krijgt", "How you get it"),
    ("chase_after_days", "Dagen tot het vrijwilligerspunt iets doet", "Days until the centre acts"),
    ("city", "Plaats", "Town"),
    ("close_after_days", "Dagen tot een aanmelding sluit", "Days until an application is closed"),
    ("closes_on", "Laatste dag", "Last day"),
    ("code", "Code", "Code"),
    ("color_mode", "Licht of donker", "Light or dark"),
    ("confidential", "Vertrouwelijk", "Confidential"),
    ("confirmed", "Bevestiging", "Confirmation"),
    ("consent", "Toestemming", "Consent"),
    ("contact", "Contactpersoon", "Contact"),
    ("contact_email", "E-mailadres van de contactpersoon", "Email address of the contact"),
    ("contact_name", "Naam van de contactpersoon", "Name of the contact"),
    ("contact_person", "Contactpersoon", "Contact"),
    ("contact_person_id", "Contactpersoon", "Contact"),
    ("contact_phone", "Telefoonnummer van de contactpersoon", "Phone number of the contact"),
    ("contact_phone_visible", "Telefoonnummer tonen", "Show the phone number"),
    ("contact_photo_url", "Foto van de contactpersoon", "Picture of the contact"),
    ("contact_role", "Functie van de contactpersoon", "Job title of the contact"),
    ("contact_text", "Tekst van de contactpersoon", "Text of the contact"),
    ("contact_text_en", "Engelse tekst van de contactpersoon", "English text of the contact"),
    ("content", "Inhoud", "Content"),
    ("context", "Soort website", "Kind of site"),
    ("cost", "Kosten", "Cost"),
    ("country", "Land", "Country"),
    ("credential", "Passkey", "Passkey"),
    ("credit", "Naamsvermelding", "Credit"),
    ("crop", "Uitsnede", "Crop"),
    ("css_variables", "CSS-variabelen", "CSS variables"),
    ("current_password", "Huidig wachtwoord", "Current password"),
    ("data", "Inhoud", "Content"),
    ("dates", "Data", "Dates"),
    ("day", "Dag", "Day"),
    ("decorative", "Alleen versiering", "Decoration only"),
    ("default_shape", "Vorm", "Shape"),
    ("denial_reason", "Reden", "Reason"),
    ("denial_text", "Uitleg", "Explanation"),
    ("description", "Omschrijving", "Description"),
    ("description_en", "Engelse omschrijving", "English description"),
    ("digest_days", "Dagen van de mail", "Days of the email"),
    ("email", "E-mailadres", "Email address"),
    ("emails", "E-mailadressen", "Email addresses"),
    ("enable_moving_organizations", "Organisaties verhuizen", "Moving organisations"),
    ("ends_at", "Einde", "End"),
    ("erases_after_close", "Wissen na de laatste dag", "Erased after the last day"),
    ("event", "Stap", "Step"),
    ("excluded_days", "Op deze dagen niet", "Not on these days"),
    ("expenses", "Onkosten", "Expenses"),
    ("expires_at", "Einddatum", "End date"),
    ("favicon_url", "Pictogram", "Icon"),
    ("featured", "Uitgelicht", "Featured"),
    ("fields", "Kolommen", "Columns"),
    ("file", "Bestand", "File"),
    ("file_name", "Naam van het bestand", "Name of the file"),
    ("filter", "Filter", "Filter"),
    ("filters", "Filters", "Filters"),
    ("first_name", "Voornaam", "First name"),
    ("focus", "Middelpunt van de foto", "Centre of the picture"),
    ("font_heading", "Lettertype van koppen", "Font of headings"),
    ("font_sans", "Lettertype", "Font"),
    ("footer_column_1_content", "Tekst van kolom 1 onderaan", "Text of footer column 1"),
    ("footer_column_1_content_en", "Engelse tekst van kolom 1 onderaan", "English text of footer column 1"),
    ("footer_column_1_title", "Titel van kolom 1 onderaan", "Title of footer column 1"),
    ("footer_column_1_title_en", "Engelse titel van kolom 1 onderaan", "English title of footer column 1"),
    ("footer_column_2_content", "Tekst van kolom 2 onderaan", "Text of footer column 2"),
    ("footer_column_2_content_en", "Engelse tekst van kolom 2 onderaan", "English text of footer column 2"),
    ("footer_column_2_title", "Titel van kolom 2 onderaan", "Title of footer column 2"),
    ("footer_column_2_title_en", "Engelse titel van kolom 2 onderaan", "English title of footer column 2"),
    ("footer_column_3_content", "Tekst van kolom 3 onderaan", "Text of footer column 3"),
    ("footer_column_3_content_en", "Engelse tekst van kolom 3 onderaan", "English text of footer column 3"),
    ("footer_column_3_title", "Titel van kolom 3 onderaan", "Title of footer column 3"),
    ("footer_column_3_title_en", "Engelse titel van kolom 3 onderaan", "English title of footer column 3"),
    ("footer_column_4_content", "Tekst van kolom 4 onderaan", "Text of footer column 4"),
    ("footer_column_4_content_en", "Engelse tekst van kolom 4 onderaan", "English text of footer column 4"),
    ("footer_column_4_title", "Titel van kolom 4 onderaan", "Title of footer column 4"),
    ("footer_column_4_title_en", "Engelse titel van kolom 4 onderaan", "English title of footer column 4"),
    ("footer_column_6_content", "Tekst van kolom 6 onderaan", "Text of footer column 6"),
    ("footer_column_6_content_en", "Engelse tekst van kolom 6 onderaan", "English text of footer column 6"),
    ("footer_column_6_title", "Titel van kolom 6 onderaan", "Title of footer column 6"),
    ("footer_column_6_title_en", "Engelse titel van kolom 6 onderaan", "English title of footer column 6"),
    ("footer_column_8_content", "Tekst van kolom 8 onderaan", "Text of footer column 8"),
    ("footer_column_8_content_en", "Engelse tekst van kolom 8 onderaan", "English text of footer column 8"),
    ("footer_column_8_title", "Titel van kolom 8 onderaan", "Title of footer column 8"),
    ("footer_column_8_title_en", "Engelse titel van kolom 8 onderaan", "English title of footer column 8"),
    ("footer_variant", "Vorm van de voettekst", "Shape of the footer"),
    ("for_groups", "Voor groepen", "For groups"),
    ("format", "Soort bestand", "Type of file"),
    ("frequency", "Hoe vaak", "How often"),
    ("from", "Begintijd", "Start time"),
    ("gains", "Wat levert het op", "What it brings"),
    ("gender", "Geslacht", "Gender"),
    ("ground", "Achtergrond", "Background"),
    ("gtag_id", "Code van Google Analytics", "Google Analytics id"),
    ("guardian_email", "E-mailadres van een ouder of verzorger", "Email address of a parent or guardian"),
    ("handled", "Afgehandeld", "Handled"),
    ("has_waiting_list", "Wachtlijst", "Waiting list"),
    ("header_center_menu_items", "Menu in het midden", "Menu in the middle"),
    ("header_full_width", "Balk over de hele breedte", "Bar over the full width"),
    ("header_language_toggle", "Taalkeuze in de balk", "Language choice in the bar"),
    ("header_scale", "Kleur van de balk", "Colour of the bar"),
    ("header_sticky", "Balk blijft staan", "Bar stays in view"),
    ("header_variant", "Vorm van de balk", "Shape of the bar"),
    ("headline", "Eén zin over jou", "One sentence about you"),
    ("hint", "Uitleg bij de vraag", "Hint with the question"),
    ("hint_en", "Engelse uitleg bij de vraag", "English hint with the question"),
    ("help_intro", "Uitleg over hulp voor elkaar", "About help for each other"),
    ("help_intro_en", "Engelse uitleg over hulp voor elkaar", "English text about help for each other"),
    ("help_lines", "Hulplijnen", "Help lines"),
    ("help_lines_en", "Hulplijnen in het Engels", "Help lines in English"),
    ("host", "Webadres", "Web address"),
    ("hosts", "Andere webadressen", "Further web addresses"),
    ("hour_target", "Aantal uren", "Number of hours"),
    ("hours_per_week", "Uren per week", "Hours a week"),
    ("house_number", "Huisnummer", "House number"),
    ("icon", "Pictogram", "Icon"),
    ("image", "Foto", "Picture"),
    ("image_alt", "Beschrijving van de foto", "Description of the picture"),
    ("image_id", "Foto", "Picture"),
    ("image_stock", "Beeld uit de beeldbank", "Picture from the library"),
    ("image_url", "Foto", "Picture"),
    ("into", "Samenvoegen met", "Merge with"),
    ("intro", "Inleiding", "Introduction"),
    ("invite", "Uitnodigen", "Invite"),
    ("is_default", "Standaardpunt", "Default centre"),
    ("is_exact", "Plek op de kaart", "Place on the map"),
    ("directions", "Hoe je er binnenkomt", "How to get in"),
    ("has_accessible_toilet", "Rolstoeltoilet", "Wheelchair-accessible toilet"),
    ("has_disabled_parking", "Gehandicaptenparkeerplaats", "Blue Badge parking"),
    ("has_hearing_loop", "Ringleiding", "Hearing loop"),
    ("has_quiet_room", "Stilteruimte", "Quiet room"),
    ("is_free", "Gratis", "Free"),
    ("is_step_free", "Zonder drempels of treden", "Step-free"),
    ("is_given", "Toestemming", "Consent"),
    ("is_hidden", "Verborgen", "Hidden"),
    ("is_leaving", "Sluit de pagina", "Closes the page"),
    ("is_required", "Verplicht", "Required"),
    ("is_workshop", "Workshop", "Workshop"),
    ("job_title", "Functie", "Job title"),
    ("key", "Sleutel", "Key"),
    ("keywords", "Zoekwoorden", "Keywords"),
    ("kind", "Soort", "Kind"),
    ("kvk_number", "KvK-nummer", "Registration number (KvK)"),
    ("language_levels", "Hoe goed je de taal spreekt", "How well you speak the language"),
    ("languages", "Talen", "Languages"),
    ("last_name", "Achternaam", "Last name"),
    ("latitude", "Breedtegraad", "Latitude"),
    ("link_type", "Soort link", "Kind of link"),
    ("locale", "Taal", "Language"),
    ("logo_url", "Logo", "Logo"),
    ("long_answer", "Lang antwoord", "Long answer"),
    ("longitude", "Lengtegraad", "Longitude"),
    ("mail", "Mail", "Email"),
    ("max_distance_km", "Hoe ver", "How far"),
    ("mentor_approval", "Akkoord van de mentor", "Mentor's approval"),
    ("mentor_id", "Mentor", "Mentor"),
    ("mentors_see_all", "Mentoren zien alle leerlingen", "Mentors see all students"),
    ("menu", "Menu", "Menu"),
    ("message", "Bericht", "Message"),
    ("meta_description", "Omschrijving voor zoekmachines", "Description for search engines"),
    ("meta_title", "Titel voor zoekmachines", "Title for search engines"),
    ("min_age", "Minimumleeftijd", "Minimum age"),
    ("minimum_age", "Minimumleeftijd", "Minimum age"),
    ("minimum_on", "Dag waarop we vragen of het doorgaat", "Day on which we ask whether it goes on"),
    ("minimum_participants", "Minimum aantal deelnemers", "Minimum number of people"),
    ("most_per_party", "Mensen per aanmelding", "People per sign-up"),
    ("most_submissions", "Hoogste aantal inzendingen", "Most submissions"),
    ("muted_color", "Rustige kleur", "Muted colour"),
    ("muted_color_preset", "Rustige kleur", "Muted colour"),
    ("name", "Naam", "Name"),
    ("name_en", "Engelse naam", "English name"),
    ("name_nl", "Nederlandse naam", "Dutch name"),
    ("neighbourhood_initiative", "Buurtinitiatief", "Neighbourhood initiative"),
    ("non_profit_type_id", "Soort organisatie", "Kind of organisation"),
    ("note", "Notitie", "Note"),
    ("occurrence_id", "Datum", "Date"),
    ("offer", "Wat je biedt", "What you offer"),
    ("offers_help", "Hulp vragen of aanbieden", "Asking for or offering help"),
    ("og_description", "Omschrijving bij delen", "Description when shared"),
    ("og_image_id", "Foto bij delen", "Picture when shared"),
    ("og_title", "Titel bij delen", "Title when shared"),
    ("online", "Vanuit huis", "From home"),
    ("online_url", "Adres van de online bijeenkomst", "Address of the online meeting"),
    ("only_for_organizations", "Alleen voor organisaties", "For organisations only"),
    ("opening_hours", "Openingstijden", "Opening hours"),
    ("opening_note", "Toelichting bij de openingstijden", "Note with the opening hours"),
    ("opens_on", "Eerste dag", "First day"),
    ("options", "Antwoorden om uit te kiezen", "Options"),
    ("options_en", "Engelse antwoorden", "English options"),
    ("organization", "Organisatie", "Organisation"),
    ("organization_id", "Organisatie", "Organisation"),
    ("organization_type", "Soort organisatie", "Kind of organisation"),
    ("other_contact_ids", "Andere contactpersonen", "Other contacts"),
    ("owner_id", "Eigenaar", "Owner"),
    ("page_id", "Pagina", "Page"),
    ("page_layout", "Indeling", "Layout"),
    ("page_type", "Soort pagina", "Kind of page"),
    ("party_size", "Aantal personen", "Number of people"),
    ("paused", "Gepauzeerd", "Paused"),
    ("parent_id", "Hoort onder", "Placed under"),
    ("password", "Wachtwoord", "Password"),
    ("password_confirmation", "Wachtwoord herhalen", "Password again"),
    ("peer_to_peer", "Hulp van mens tot mens", "Help from person to person"),
    ("phone_number", "Telefoonnummer", "Phone number"),
    ("photo_alt", "Beschrijving van de foto", "Description of the picture"),
    ("photo_url", "Foto", "Picture"),
    ("place_id", "Locatie", "Venue"),
    ("places", "Andere plekken", "Other places"),
    ("position", "Plek in de lijst", "Place in the list"),
    ("postal_code", "Postcode", "Postal code"),
    ("postal_code_4", "Cijfers van de postcode", "Digits of the postal code"),
    ("practises_dutch", "Nederlands oefenen", "Practising Dutch"),
    ("preferences", "Meldingen", "Notifications"),
    ("present", "Aanwezig", "Present"),
    ("primary_color", "Hoofdkleur", "Main colour"),
    ("primary_color_preset", "Hoofdkleur", "Main colour"),
    ("primary_shades", "Tinten van de hoofdkleur", "Shades of the main colour"),
    ("profile", "Profiel", "Profile"),
    ("publish_after_approval", "Online na goedkeuren", "Published after approval"),
    ("publish_at", "Online vanaf", "Online from"),
    ("published_at", "Publicatiedatum", "Date of publication"),
    ("question", "Vraag", "Question"),
    ("question_id", "Vraag", "Question"),
    ("question_type", "Soort vraag", "Kind of question"),
    ("questions", "Vragen", "Questions"),
    ("quiet_from", "Stil vanaf", "Quiet from"),
    ("quiet_until", "Stil tot", "Quiet until"),
    ("rate", "Hoe vaak", "How often"),
    ("reason", "Reden", "Reason"),
    ("reason_code", "Reden", "Reason"),
    ("reason_text", "Uitleg", "Explanation"),
    ("recovery_code", "Herstelcode", "Recovery code"),
    ("recurrence", "Herhaling", "Repetition"),
    ("registration", "Aanmelden", "Signing up"),
    ("registration_closes_minutes", "Aanmelden kan tot", "Sign up until"),
    ("remind_after_days", "Werkdagen tot een herinnering", "Working days until a reminder"),
    ("report", "Wat je hebt gedaan", "What you did"),
    ("required", "Verplicht", "Required"),
    ("required_checks", "Gevraagde verklaringen", "Checks asked for"),
    ("requirements", "Wat we vragen", "What we ask"),
    ("resource", "Lijst", "List"),
    ("retention_months", "Maanden bewaren", "Months kept"),
    ("review_vacancies", "Vacatures beoordelen", "Review of volunteer roles"),
    ("role", "Rol", "Role"),
    ("roles", "Rollen", "Roles"),
    ("schedule", "Wanneer", "When"),
    ("school_id", "School", "School"),
    ("scope", "Voor welke keren", "For which dates"),
    ("scope_id", "Waar de rol geldt", "Where the access applies"),
    ("scope_type", "Waar de rol geldt", "Where the access applies"),
    ("seats_per_organization", "Plekken per organisatie", "Seats for each organisation"),
    ("secondary_color", "Tweede kleur", "Second colour"),
    ("secondary_color_preset", "Tweede kleur", "Second colour"),
    ("secondary_shades", "Tinten van de tweede kleur", "Shades of the second colour"),
    ("sends_receipt", "Bevestiging sturen", "Send a receipt"),
    ("share_email", "E-mailadres delen", "Share email address"),
    ("share_last_name", "Achternaam delen", "Share surname"),
    ("share_phone", "Telefoonnummer delen", "Share phone number"),
    ("short_description", "Korte omschrijving", "Short description"),
    ("show_anbi_logo", "ANBI-logo tonen", "Show the ANBI logo"),
    ("show_email", "E-mailadres tonen", "Show the email address"),
    ("show_if_key", "Vraag die beslist", "Question that decides"),
    ("show_if_operator", "Voorwaarde", "Condition"),
    ("show_if_value", "Antwoord dat beslist", "Answer that decides"),
    ("show_nov_logo", "NOV-logo tonen", "Show the NOV logo"),
    ("show_on_social_map", "Op de sociale kaart", "On the social map"),
    ("show_phone_number", "Telefoonnummer tonen", "Show the phone number"),
    ("show_title_on_page", "Titel op de pagina", "Title on the page"),
    ("show_website", "Website tonen", "Show the website"),
    ("skills", "Waar ben je goed in", "Skills"),
    ("skip_faulty", "Alleen goede regels", "Correct rows only"),
    ("slug", "Adres van de pagina", "Address of the page"),
    ("social_setting", "Alleen of samen", "Alone or together"),
    ("staging", "Proefwebsite", "Trial site"),
    ("starts_at", "Begin", "Start"),
    ("status", "Status", "Status"),
    ("stock_image", "Beeld uit de beeldbank", "Picture from the library"),
    ("street", "Straat", "Street"),
    ("student_id", "Leerling", "Student"),
    ("subject", "Onderwerp", "Subject"),
    ("summary", "Samenvatting", "Summary"),
    ("system_page", "Vaste pagina", "Fixed page"),
    ("tags", "Labels", "Tags"),
    ("tags_add", "Labels erbij", "Tags to add"),
    ("tags_remove", "Labels eraf", "Tags to remove"),
    ("tap_id", "Nummer van de aanraking", "Number of the tap"),
    ("target_groups", "Voor wie", "For whom"),
    ("tell_after_days", "Dagen tot het vrijwilligerspunt het hoort", "Days until the centre is told"),
    ("tertiary_color", "Derde kleur", "Third colour"),
    ("tertiary_color_preset", "Derde kleur", "Third colour"),
    ("tertiary_shades", "Tinten van de derde kleur", "Shades of the third colour"),
    ("text", "Tekst", "Text"),
    ("text_color", "Tekstkleur", "Text colour"),
    ("text_en", "Engelse tekst", "English text"),
    ("thanks", "Tekst na het versturen", "Text after sending"),
    ("thanks_en", "Engelse tekst na het versturen", "English text after sending"),
    ("thanks_page_id", "Pagina na het versturen", "Page after sending"),
    ("theme_ids", "Soorten werk", "Types of activity"),
    ("title", "Titel", "Title"),
    ("title_en", "Engelse titel", "English title"),
    ("translation_of_id", "Vertaling van", "Translation of"),
    ("transport", "Vervoer", "Transport"),
    ("trusted", "Vertrouwde organisatie", "Trusted organisation"),
    ("type", "Soort", "Kind"),
    ("typed_name", "Naam", "Name"),
    ("unpublish_at", "Offline vanaf", "Offline from"),
    ("until", "Eindtijd", "End time"),
    ("url", "Adres", "Address"),
    ("user_id", "Persoon", "Person"),
    ("user_ids", "Mensen", "People"),
    ("vacancy", "Vacature", "Volunteer role"),
    ("vacancy_id", "Vacature", "Volunteer role"),
    ("vacancy_type", "Soort vacature", "Kind of volunteer role"),
    ("visible", "Zichtbaar", "Visible"),
    ("volunteer_center_id", "Vrijwilligerspunt", "Volunteer centre"),
    ("volunteer_profile_id", "Persoon", "Person"),
    ("volunteer_profiles", "Wat mensen zoeken", "What people look for"),
    ("waitlist", "Wachtlijst", "Waiting list"),
    ("wants_online", "Vanuit huis", "From home"),
    ("website", "Website", "Website"),
    ("website_logo_dark_mode_url", "Logo voor donker", "Logo for dark"),
    ("website_logo_url", "Logo", "Logo"),
    ("wheelchair_accessible", "Rolstoeltoegankelijk", "Wheelchair accessible"),
    ("withdraw_minutes", "Afzeggen kan tot", "Cancel until"),
    ("wording", "Naam van hulp van mens tot mens", "Name of help from person to person"),
    ("words", "Woorden", "Words"),
    ("youtube_url", "Video", "Video"),
];

/// The name of the field that a pointer leads to. Of an item in a list it is the list's name with the item's number,
/// counted from one: `/data/attributes/requirements/2` is "Wat we vragen (3)". `None` for what only programs set.
pub(super) fn of(pointer: &str, locale: Locale) -> Option<String> {
    let mut parts = pointer.rsplit('/').filter(|part| !part.is_empty());
    let last = parts.next()?;
    let Ok(index) = last.parse::<usize>() else {
        return named(last, locale).map(str::to_owned);
    };
    let list = named(parts.next()?, locale)?;
    Some(format!("{list} ({})", index + 1))
}

fn named(field: &str, locale: Locale) -> Option<&'static str> {
    let (_, nl, en) = NAMES.iter().find(|row| row.0 == field)?;
    Some(match locale {
        Locale::Nl => nl,
        Locale::En => en,
    })
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
        assert_eq!(nl("/data/attributes/into"), "Samenvoegen met");
        assert_eq!(of("/data/attributes/banana", Locale::Nl), None);
        assert_eq!(of("", Locale::Nl), None);
    }

    /// What programs send beside the fields that people fill in.
    const OF_PROGRAMS: &[&str] = &[
        "_destroy",
        "attributes",
        "children",
        "confirmation_token",
        "count",
        "delete",
        "dry_run",
        "email_token",
        "first",
        "guardian_token",
        "id",
        "ids",
        "invitation_token",
        "only",
        "purpose",
        "reset_password_token",
        "restore_token",
        "started_at",
        "token",
        "tree",
        "versions",
    ];

    #[test]
    fn every_field_that_somebody_fills_in_has_a_name_in_both_languages() {
        let document: serde_json::Value =
            serde_json::from_str(include_str!("../../docs/openapi.json")).unwrap();
        let mut fields = std::collections::BTreeSet::new();
        for operation in document["paths"].as_object().unwrap().values() {
            for operation in operation.as_object().unwrap().values() {
                collect(
                    &document,
                    &operation["requestBody"],
                    &mut fields,
                    &mut Vec::new(),
                );
            }
        }
        assert!(fields.len() > 200, "{}", fields.len());
        let unnamed: Vec<_> = fields
            .iter()
            .filter(|field| named(field, Locale::Nl).is_none())
            .filter(|field| !OF_PROGRAMS.contains(&field.as_str()))
            .collect();
        assert!(unnamed.is_empty(), "without a row in NAMES: {unnamed:?}");
    }

    fn collect(
        document: &serde_json::Value,
        schema: &serde_json::Value,
        fields: &mut std::collections::BTreeSet<String>,
        seen: &mut Vec<String>,
    ) {
        if let Some(found) = schema["$ref"].as_str() {
            if !seen.iter().any(|known| known == found) {
                seen.push(found.to_owned());
                let target = document.pointer(found.trim_start_matches('#')).unwrap();
                collect(document, target, fields, seen);
            }
            return;
        }
        match schema {
            serde_json::Value::Object(members) => {
                let properties = schema["properties"].as_object().into_iter().flatten();
                fields.extend(
                    properties
                        .filter(|(_, property)| property["readOnly"] != true)
                        .map(|(name, _)| name.clone()),
                );
                for (name, member) in members.iter().filter(|(name, _)| *name != "example") {
                    if name != "examples" {
                        collect(document, member, fields, seen);
                    }
                }
            }
            serde_json::Value::Array(members) => {
                for member in members {
                    collect(document, member, fields, seen);
                }
            }
            _ => {}
        }
    }
}
