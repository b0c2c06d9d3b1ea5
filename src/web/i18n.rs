//! Translations for server-rendered pages. Titles, menu and errors come from the client's locale files; texts that only
//! the server renders are defined here.

use std::sync::LazyLock;

use serde_json::Value;

use crate::base::locale::Locale;
use crate::error::Code;

/// A locale file in both languages: nl, en.
type Pair = [Value; 2];

macro_rules! words {
    ($name:literal) => {
        LazyLock::new(|| {
            [
                include_str!(concat!("../../ui/src/", $name, ".nl.json")),
                include_str!(concat!("../../ui/src/", $name, ".en.json")),
            ]
            .map(|text| serde_json::from_str(text).unwrap_or_default())
        })
    };
}

static ROUTES: LazyLock<Pair> = words!("i18n/routes");
static DESCRIPTIONS: LazyLock<Pair> = words!("i18n/descriptions");
static SHELL: LazyLock<Pair> = words!("i18n/shell");
static ERRORS: LazyLock<Pair> = words!("i18n/errors");
static HOME: LazyLock<Pair> = words!("features/content/home/home");
static PUBLIC: LazyLock<Pair> = words!("features/vacancies/search/vacancies-public");
static VACANCY: LazyLock<Pair> = words!("features/vacancies/detail/vacancy");
static VACANCY_NOTICES: LazyLock<Pair> = words!("features/vacancies/detail/vacancy-notices");
static ORGANIZATION_PAGE: LazyLock<Pair> = words!("features/social-map/organization-page");
static COMPONENTS: LazyLock<Pair> = words!("i18n/components");
static SOCIAL_MAP: LazyLock<Pair> = words!("features/social-map/social-map");
static HELP_REQUESTS: LazyLock<Pair> = words!("features/account/help-requests/help-requests");
static SAFETY_RULES: LazyLock<Pair> = words!("features/account/help-requests/safety-rules");
static SEARCH_ALL: LazyLock<Pair> = words!("features/search/search-all");
static LEGAL: LazyLock<Pair> = words!("features/legal/legal");
static BLOCKS: LazyLock<Pair> = words!("features/content/blocks/content-show");
static CALENDAR: LazyLock<Pair> = words!("features/activities/calendar-show");

fn pick(locale: Locale, [nl, en]: &'static Pair) -> &'static Value {
    match locale {
        Locale::Nl => nl,
        Locale::En => en,
    }
}

fn text(pair: &'static Pair, locale: Locale, pointer: &str) -> &'static str {
    pick(locale, pair)
        .pointer(pointer)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// Title of a screen; empty for a screen that does not exist yet.
pub fn title(locale: Locale, key: &str) -> &'static str {
    text(&ROUTES, locale, &format!("/{key}/title"))
}

/// Description of a page in the results of search engines: the app has no use for it.
pub fn description(locale: Locale, key: &str) -> &'static str {
    text(&DESCRIPTIONS, locale, &format!("/{key}"))
}

/// Text of the client's layout: `screen/vacancies`.
pub fn shell(locale: Locale, key: &str) -> &'static str {
    text(&SHELL, locale, &format!("/{key}"))
}

/// Title and description of the error screen for a status code; the code, where it is known, names the kind of 403 and
/// of 410. A page that is gone without one is a vacancy's.
pub fn error(locale: Locale, status: u16, code: Option<Code>) -> (String, &'static str) {
    let screen = match (status, code) {
        (_, Some(Code::WrongCenter)) => "wrongCenter",
        (_, Some(Code::LinkExpired)) => "linkExpired",
        (_, Some(Code::LinkUsed)) => "linkUsed",
        (401, _) => "unauthorized",
        (403, _) => "forbidden",
        (404, _) => "notFound",
        (410, None) => "gone",
        (410, _) => "goneOther",
        _ => "withCode",
    };
    let title = text(&ERRORS, locale, &format!("/screen/{screen}/title"));
    let description = text(&ERRORS, locale, &format!("/screen/{screen}/description"));
    (title.replace("{{code}}", &status.to_string()), description)
}

pub fn back_to_home(locale: Locale) -> &'static str {
    text(&ERRORS, locale, "/backToHome")
}

/// Link text to the search page on a not-found error; `None` for other errors.
pub fn search_instead(locale: Locale, status: u16) -> Option<&'static str> {
    matches!(status, 404 | 410).then(|| text(&ERRORS, locale, "/searchInstead"))
}

/// Text of the home page.
pub fn home(locale: Locale, key: &str) -> &'static str {
    text(&HOME, locale, &format!("/{key}"))
}

/// Text of the public vacancy pages: `search/results`.
pub fn public(locale: Locale, key: &str) -> &'static str {
    text(&PUBLIC, locale, &format!("/{key}"))
}

/// Text of the page with requests for help: `intro`.
pub fn help_requests(locale: Locale, key: &str) -> &'static str {
    text(&HELP_REQUESTS, locale, &format!("/{key}"))
}

/// Text of the rules for helping safely: `rules/money`.
pub fn safety_rules(locale: Locale, key: &str) -> &'static str {
    text(&SAFETY_RULES, locale, &format!("/{key}"))
}

/// Text of a vacancy's own page: `page/apply`.
pub fn vacancy(locale: Locale, key: &str) -> &'static str {
    text(&VACANCY, locale, &format!("/{key}"))
}

/// Text about a vacancy that is not as usual: `closed/filled`.
pub fn vacancy_notice(locale: Locale, key: &str) -> &'static str {
    text(&VACANCY_NOTICES, locale, &format!("/{key}"))
}

/// Text of the social map: `fact/wheelchair`.
pub fn social_map(locale: Locale, key: &str) -> &'static str {
    text(&SOCIAL_MAP, locale, &format!("/{key}"))
}

/// Text of the page of an organisation: `about`.
pub fn organization(locale: Locale, key: &str) -> &'static str {
    text(&ORGANIZATION_PAGE, locale, &format!("/{key}"))
}

/// Text of the search over everything: `group/pages`.
pub fn search_all(locale: Locale, key: &str) -> &'static str {
    text(&SEARCH_ALL, locale, &format!("/{key}"))
}

/// Text of the legal pages: `privacy/intro`.
pub fn legal(locale: Locale, key: &str) -> &'static str {
    text(&LEGAL, locale, &format!("/{key}"))
}

/// All words that blocks and the pages around them show.
pub fn blocks(locale: Locale) -> &'static Value {
    pick(locale, &BLOCKS)
}

/// All words of the calendar.
pub fn calendar_words(locale: Locale) -> &'static Value {
    pick(locale, &CALENDAR)
}

pub fn calendar(locale: Locale, key: &str) -> &'static str {
    text(&CALENDAR, locale, &format!("/{key}"))
}

pub fn blocks_word(locale: Locale, key: &str) -> &'static str {
    text(&BLOCKS, locale, &format!("/{key}"))
}

/// Text of the shared components: `pagination/next`.
pub fn component(locale: Locale, key: &str) -> &'static str {
    text(&COMPONENTS, locale, &format!("/{key}"))
}

/// Pluralised text: picks the singular or plural form for `of`.
pub fn counted(
    of: fn(Locale, &str) -> &'static str,
    locale: Locale,
    key: &str,
    count: u64,
) -> String {
    let form = if count == 1 { "one" } else { "other" };
    let number = grouped(locale, count);
    of(locale, &format!("{key}_{form}"))
        .replace("{{count, number}}", &number)
        .replace("{{count}}", &number)
}

/// Formats a number with digit grouping, `2.000` in Dutch and `2,000` in English, as the client does.
pub fn grouped(locale: Locale, number: u64) -> String {
    let separator = if locale == Locale::Nl { '.' } else { ',' };
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// Texts that only the server renders: nl, en.
#[expect(clippy::too_many_lines, reason = "one row for each text")]
pub fn own(locale: Locale, key: &str) -> &'static str {
    let [nl, en] = match key {
        "embed_title" => ["Vrijwilligerswerk via {{name}}", "Volunteer with {{name}}"],
        "embed_none" => [
            "Er zijn nu geen vacatures. Kijk later nog eens.",
            "There are no volunteer roles right now. Come back later.",
        ],
        "embed_activities_title" => ["Activiteiten via {{name}}", "Activities with {{name}}"],
        "embed_activities_none" => [
            "Er staat nu niets in de agenda. Kijk later nog eens.",
            "There is nothing in the calendar now. Come back later.",
        ],
        "embed_activities_more" => ["Hele agenda bekijken", "View the whole calendar"],
        "search_related" => ["Lijkt erop", "Similar"],
        "search_corrected" => [
            "We zochten op ‘{{taken}}’ in plaats van ‘{{typed}}’.",
            "We searched for ‘{{taken}}’ instead of ‘{{typed}}’.",
        ],
        "search_nearest" => [
            "Nergens komen al je woorden samen voor. Dit komt het dichtst in de buurt.",
            "No role has all your words together. These come closest.",
        ],
        "embed_more" => ["Alle vacatures bekijken", "View all volunteer roles"],
        "no_script" => [
            "Zet JavaScript aan om in te loggen en je aan te melden. Vacatures lezen en vragen stellen kan ook zonder.",
            "Turn on JavaScript to sign in and to apply. You can read volunteer roles and ask questions without it.",
        ],
        "form_from" => [
            "Dit formulier is van {organization}. Die krijgt je antwoorden.",
            "This form is from {organization}, who will receive your answers.",
        ],
        "form_errors" => ["Het formulier bevat fouten", "The form contains errors"],
        "form_erased" => [
            "Na {day} wissen we wat je hier invult.",
            "We erase what you fill in here after {day}.",
        ],
        "form_send" => ["Versturen", "Send"],
        "form_trap" => ["Laat dit leeg", "Leave this empty"],
        "form_optional" => ["(niet verplicht)", "(optional)"],
        "form_sent" => ["Verstuurd", "Sent"],
        "form_sent_text" => [
            "Bedankt. We hebben je antwoorden ontvangen.",
            "Thank you. We have received your answers.",
        ],
        "form_too_often" => [
            "Vanaf dit adres is al een paar keer iets verstuurd. Probeer het over een uur opnieuw.",
            "Several answers have been sent from this address. Try again in an hour.",
        ],
        "form_too_large" => [
            "Dit is te veel tekst om in één keer te versturen. Ga terug, maak het korter en probeer het opnieuw.",
            "This is too much text to send at once. Go back, make it shorter and try again.",
        ],
        "form_not_yet" => [
            "Je kunt dit formulier nog niet invullen.",
            "You can't fill in this form yet.",
        ],
        "form_opens_on" => ["Het opent op {day}.", "It opens on {day}."],
        "form_full" => [
            "Dit formulier is vol: er zijn genoeg antwoorden.",
            "This form is full: there are enough answers.",
        ],
        "form_answered" => [
            "Je hebt dit formulier al ingevuld. Dat kan één keer.",
            "You have already filled in this form. You can do so once.",
        ],
        "form_closed" => [
            "Dit formulier is gesloten. Je kunt het niet meer invullen.",
            "This form is closed. You can no longer fill it in.",
        ],
        "form_only_if" => [
            "Alleen als je bij ‘{question}’ hebt gekozen voor ‘{value}’.",
            "Only if you chose ‘{value}’ for ‘{question}’.",
        ],
        "form_only_if_not" => [
            "Alleen als je bij ‘{question}’ niet hebt gekozen voor ‘{value}’.",
            "Only if you did not choose ‘{value}’ for ‘{question}’.",
        ],
        "form_only_if_filled" => [
            "Alleen als je ‘{question}’ hebt ingevuld.",
            "Only if you filled in ‘{question}’.",
        ],
        "unsubscribe" => ["Afmelden voor deze mail?", "Unsubscribe from this email?"],
        "unsubscribe_text" => [
            "Klik op de knop. Je krijgt dit soort mails dan niet meer. Andere mails van ons krijg je nog wel.",
            "Click the button to stop getting this kind of email. You'll still get our other emails.",
        ],
        "unsubscribe_button" => ["Afmelden", "Unsubscribe"],
        "unsubscribe_settings" => [
            "Instellen welke mails je krijgt",
            "Choose which emails you get",
        ],
        "unsubscribed" => [
            "Je krijgt deze mail niet meer",
            "You won't get this email any more",
        ],
        "unsubscribed_text" => [
            "Was dit een vergissing? Bij je instellingen kun je de mail weer aanzetten.",
            "Was this a mistake? You can turn the email on again in your settings.",
        ],
        "card_title" => ["Een kaartje van {centre}", "A card from {centre}"],
        "card_text" => [
            "Dit kaartje is van iemand die via {centre} vrijwilligerswerk doet. Heb je het gevonden? Breng het dan terug, of bel ons. Wie het is, staat hier niet.",
            "This card belongs to a person who volunteers through {centre}. Did you find it? Please bring it back, or call us. It doesn’t say here whose it is.",
        ],
        "card_desk" => [
            "Werk je aan de balie? Open de balie",
            "Do you work at the desk? Open the desk",
        ],
        "card_call" => ["Bel ons: {phone}", "Call us: {phone}"],
        "check_title" => ["Is dit bewijs echt?", "Is this paper real?"],
        "check_text" => [
            "Vul de code in die onderaan het papier staat. Of scan de QR-code, dan ben je hier meteen.",
            "Enter the code at the bottom of the paper. Or scan the QR code, which brings you here at once.",
        ],
        "check_code" => ["Code", "Code"],
        "check_hint" => [
            "Acht letters en cijfers. Hoofdletters maken niet uit.",
            "Eight letters and digits. Capitals make no difference.",
        ],
        "check_button" => ["Controleren", "Check"],
        "check_again" => ["Nog een code controleren", "Check another code"],
        "check_real" => ["Ja, dit bewijs is echt", "Yes, this paper is real"],
        "check_real_text" => [
            "Gemaakt op {day} door {centre}. Dit moet op het papier staan:",
            "Made on {day} by {centre}. This is what the paper has to say:",
        ],
        "check_name" => ["Naam", "Name"],
        "check_period" => ["Periode", "Period"],
        "check_total" => ["Samen", "Together"],
        "check_tasks" => ["In eigen woorden", "In their own words"],
        "check_other" => [
            "Staat er iets anders op het papier? Dan is het veranderd. Bel ons: {phone}.",
            "Does the paper say something else? Then it was changed. Call us: {phone}.",
        ],
        "check_nothing" => [
            "Meer dan dit laten we hier niet zien, en we houden niet bij wie kijkt.",
            "This page shows nothing more, and keeps no record of who looks.",
        ],
        "check_unknown" => ["Deze code kennen we niet", "We don’t know this code"],
        "check_unknown_text" => [
            "Kijk of je alle acht tekens goed hebt overgenomen. Klopt de code wel? Dan hebben wij dit bewijs niet gemaakt.",
            "Check that you copied all eight characters. Is the code right? Then this paper wasn’t made by us.",
        ],
        "check_withdrawn" => ["Dit bewijs is ingetrokken", "This paper was withdrawn"],
        "check_withdrawn_on" => [
            "Dat is gebeurd op {day}. Vraag om een nieuw bewijs.",
            "That was on {day}. Ask for a new one.",
        ],
        "check_withdrawn_text" => ["Vraag om een nieuw bewijs.", "Ask for a new one."],
        "reg_confirm" => ["Kom je?", "Are you coming?"],
        "reg_confirm_text" => [
            "Bevestig je aanmelding met de knop. Dan weet de organisator dat je komt.",
            "Confirm with the button. Then the organiser knows that you're coming.",
        ],
        "reg_offered" => ["Er is een plek voor je vrij", "A place is free for you"],
        "reg_offered_text" => [
            "We houden de plek vrij tot {until}. Wil je de plek?",
            "We keep the place until {until}. Would you like it?",
        ],
        "reg_fewer" => [
            "Er is plek, maar niet voor allemaal",
            "There's room, but not for all of you",
        ],
        "reg_fewer_text" => [
            "Jullie staan met {size} op de wachtlijst, en er is plek voor {offered}. Wil je met {offered} komen? Dat kan tot {until}. Zo niet, dan blijven jullie met {size} op de wachtlijst.",
            "You're on the waiting list with {size}, and there's room for {offered}. Would you like to come with {offered}? You can say so until {until}. If not, you stay on the waiting list with {size}.",
        ],
        "reg_missed" => ["Dit aanbod is voorbij", "This offer has ended"],
        "reg_missed_text" => [
            "De tijd om te antwoorden is voorbij. Je staat nog op de wachtlijst.",
            "The time to answer is over. You're still on the waiting list.",
        ],
        "reg_stands" => ["Je bent aangemeld", "You're signed up"],
        "reg_stands_text" => [
            "Aantal personen: {size}. Kun je toch niet komen? Zeg dan af, dan kan iemand anders komen.",
            "Number of people: {size}. Can't make it after all? Then cancel, so that another person can come.",
        ],
        "reg_door" => [
            "Laat deze code zien bij de ingang",
            "Show this code at the door",
        ],
        "reg_waits" | "reg_waitlisted" => {
            ["Je staat op de wachtlijst", "You're on the waiting list"]
        }
        "reg_waits_text" | "reg_waitlisted_text" => [
            "Je staat op plek {position}. Je krijgt een mail als er een plek vrijkomt en jij aan de beurt bent.",
            "You're at number {position}. You'll get an email when a place becomes free and it's your turn.",
        ],
        "reg_asks" => ["De organisator beslist", "The organiser decides"],
        "reg_asks_text" => [
            "Je kwam de laatste tijd twee keer niet. Daarom beslist de organisator of je mee kunt doen. Je krijgt een mail als het kan.",
            "You did not come twice lately. That is why the organiser decides whether you can join. You'll get an email if you can.",
        ],
        "reg_registered" => ["Gelukt: je komt", "Done: you're coming"],
        "reg_registered_text" => [
            "Je krijgt een mail met alles op een rij. Met de knop in die mail kun je ook afzeggen.",
            "You'll get an email with all the details. You can also cancel with the button in that email.",
        ],
        "reg_withdrawn" => ["Je komt niet", "You're not coming"],
        "reg_withdrawn_text" => [
            "Je staat niet op de lijst. Je hoeft verder niets te doen.",
            "You're not on the list. You don't need to do anything else.",
        ],
        "reg_for_you" => ["Neem je de plek over?", "Would you like the place?"],
        "reg_for_you_text" => [
            "{giver} geeft de plek aan jou. Het aantal plekken is {size}. Wil je niet? Dan hoef je niets te doen.",
            "{giver} would like you to have the place. The number of places is {size}. Don't want it? Then you don't need to do anything.",
        ],
        "reg_questions" => ["Vragen van de organisator", "Questions from the organiser"],
        "reg_questions_changed" => [
            "De organisator heeft de vragen veranderd. Kijk je antwoorden na.",
            "The organiser has changed the questions. Please check your answers.",
        ],
        "reg_answer_yes" => ["Ja", "Yes"],
        "reg_answer_no" => ["Nee", "No"],
        "reg_press_take_place" => ["Ja, ik neem de plek", "Yes, I'll take the place"],
        "reg_young" => [
            "Dit kan vanaf 18 jaar",
            "This is possible from the age of 18",
        ],
        "reg_young_text" => [
            "Een plek overnemen kan pas vanaf 18 jaar. Je kunt je wel zelf aanmelden, op de pagina van de activiteit.",
            "You can take a place from another person from the age of 18. You can sign up yourself, on the page of the activity.",
        ],
        "reg_account" => [
            "Hier heb je een account voor nodig",
            "You need an account for this",
        ],
        "reg_account_text" => [
            "Maak een account met dit e-mailadres en klik daarna nog een keer op de knop in de mail.",
            "Create an account with this email address and then click the button in the email once more.",
        ],
        "reg_hand" => [
            "Kun je niet? Geef je plek door",
            "Can't make it? Pass on your place",
        ],
        "reg_hand_text" => [
            "We mailen de ander. Die heeft 48 uur om de plek aan te nemen. Tot dan houd je de plek zelf.",
            "We'll email the other person. They have 48 hours to take the place. Until then it stays yours.",
        ],
        "reg_hand_first_name" => ["Voornaam van de ander", "First name of the other person"],
        "reg_hand_last_name" => [
            "Achternaam van de ander (mag leeg)",
            "Last name of the other person (optional)",
        ],
        "reg_hand_email" => [
            "E-mailadres van de ander",
            "Email address of the other person",
        ],
        "reg_hand_send" => ["Plek doorgeven", "Pass on the place"],
        "reg_handed" => [
            "We hebben de ander gemaild",
            "We've emailed the other person",
        ],
        "reg_handed_text" => [
            "Neemt de ander de plek aan, dan mailen we je dat. Tot dan houd je de plek zelf.",
            "We'll email you when they take the place. Until then it stays yours.",
        ],
        "reg_hand_fault" => ["Vul een ander in", "Fill in another person"],
        "reg_hand_fault_text" => [
            "Vul de voornaam en het e-mailadres in van een ander dan jezelf.",
            "Fill in the first name and email address of a person other than yourself.",
        ],
        "reg_hand_late" => [
            "De plek doorgeven kan niet meer",
            "You can't pass on the place any more",
        ],
        "reg_hand_late_text" => [
            "Het is al begonnen, of je hebt geen plek meer.",
            "It has begun, or you no longer have a place.",
        ],
        "reg_off" => ["Het gaat niet door", "It was cancelled"],
        "reg_off_text" => [
            "Je aanmelding is daarmee vervallen. Gaat het toch door? Dan meld je je opnieuw aan op de pagina van de activiteit.",
            "Your place went with it. Is it going ahead after all? Then sign up again on the page of the activity.",
        ],
        "reg_before" => ["Dit heb je al bevestigd", "You've confirmed this already"],
        "reg_before_text" => [
            "Daarna heb je nog een mail gekregen. Gebruik de knop in die mail als je je wilt afmelden.",
            "You got another email after that. Use the button in it if you'd like to cancel.",
        ],
        "reg_full" => ["Er is geen plek meer", "There's no place left"],
        "reg_full_text" => [
            "Iemand was je net voor. Kijk in de agenda of er een andere datum is.",
            "The last place has just been taken. See whether there's another date in the calendar.",
        ],
        "reg_twice" => ["Je bent al aangemeld", "You're signed up already"],
        "reg_twice_text" => [
            "Je staat al op de lijst voor deze datum. Je hoeft niets te doen.",
            "You're on the list for this date already. You don't need to do anything.",
        ],
        "reg_closed" => ["Aanmelden kan niet meer", "Signing up is closed"],
        "reg_closed_text" => [
            "Je kunt je hiervoor niet meer aanmelden. Kijk in de agenda of er een andere datum is.",
            "You can't sign up for this any more. See whether there's another date in the calendar.",
        ],
        "reg_press_confirm" => ["Ja, ik kom", "Yes, I'm coming"],
        "reg_press_accept_offer" => ["Ja, ik wil de plek", "Yes, I'd like the place"],
        "reg_press_refuse_offer" => ["Nee, geef de plek weg", "No, give it away"],
        "reg_press_withdraw" => ["Afzeggen", "Cancel"],
        "own_calendar" => ["Mijn agenda", "My calendar"],
        "renew" => ["Vacature verlengen?", "Extend this volunteer role?"],
        "renew_text" => [
            "De vacature staat dan online tot en met {day}. Iedereen kan zich tot die dag aanmelden.",
            "It will then be online until {day}. Anyone can apply until that day.",
        ],
        "renew_button" => ["Vacature verlengen", "Extend the volunteer role"],
        "renew_edit" => ["Vacature aanpassen", "Edit the volunteer role"],
        "renew_show" => ["Vacature bekijken", "View the volunteer role"],
        "renew_done" => [
            "Je vacature is verlengd",
            "Your volunteer role has been extended",
        ],
        "renew_done_text" => [
            "De vacature staat online tot en met {day}. We sturen je twee weken voor die tijd weer een mail.",
            "It is online until {day}. We'll email you again two weeks before that.",
        ],
        "renew_not" => [
            "Je vacature kan nu niet worden verlengd",
            "Your volunteer role can't be extended right now",
        ],
        "renew_not_text" => [
            "Alle plekken zijn bezet, of er mist nog iets in de vacature. Open de vacature om te zien wat je kunt doen.",
            "All places are taken, or something is missing. Open the volunteer role to see what you can do.",
        ],
        "profile_visible" => [
            "Wil je nog gevonden worden?",
            "Do you still want to be found?",
        ],
        "profile_visible_greeting" => ["Dag {name},", "Hello {name},"],
        "profile_visible_text" => [
            "Organisaties in de buurt kunnen je profiel zien. Zeg je ja, dan blijft dat zo, vier maanden lang. Doe je niets, dan ben je vanzelf niet meer te vinden.",
            "Organisations near you can see your profile. If you say yes, that stays so for four months. If you do nothing, you can no longer be found.",
        ],
        "profile_visible_button" => ["Ja, laat mij zichtbaar", "Yes, keep me visible"],
        "profile_visible_profile" => ["Naar mijn profiel", "To my profile"],
        "profile_visible_done" => ["Je blijft zichtbaar", "You stay visible"],
        "profile_visible_done_text" => [
            "Over vier maanden vragen we het opnieuw. Je kunt het altijd zelf veranderen in je profiel.",
            "In four months we will ask again. You can always change it in your profile.",
        ],
        "still_right" => ["Klopt dit nog?", "Is this still right?"],
        "still_right_text" => [
            "Dit laten we aan iedereen zien. Klopt alles? Klik dan op de knop. Is er iets veranderd? Pas de gegevens dan aan.",
            "This is what we show everyone. If everything is right, press the button. If something has changed, update the details.",
        ],
        "still_right_address" => ["Adres", "Address"],
        "still_right_website" => ["Website", "Website"],
        "still_right_phone" => ["Telefoon", "Phone"],
        "still_right_none" => ["Staat niet op je pagina", "Not on your page"],
        "still_right_button" => ["Alles klopt nog", "Everything is still right"],
        "still_right_edit" => ["Gegevens wijzigen", "Update details"],
        "still_right_before" => ["Al bevestigd", "Confirmed already"],
        "still_right_before_text" => [
            "De gegevens zijn al bevestigd. Je hoeft niets meer te doen.",
            "The details have been confirmed already. There is nothing left to do.",
        ],
        "still_right_email" => ["E-mailadres", "Email address"],
        "still_right_done" => [
            "Bedankt, je gegevens zijn bevestigd",
            "Thank you, your details are confirmed",
        ],
        "still_right_done_text" => [
            "We vragen het over een half jaar weer. Verandert er eerder iets? Je kunt de gegevens altijd wijzigen.",
            "We'll ask again in six months. If something changes before then, you can update the details at any time.",
        ],
        _ => ["", ""],
    };
    match locale {
        Locale::Nl => nl,
        Locale::En => en,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_worded_as_the_app_words_them() {
        assert_eq!(error(Locale::En, 404, None).0, "Page not found");
        assert_eq!(error(Locale::Nl, 404, None).0, "Pagina niet gevonden");
        assert_eq!(
            error(Locale::Nl, 410, None).0,
            "Deze vacature is er niet meer"
        );
        for (code, title) in [
            (Code::LinkExpired, "Deze link werkt niet meer"),
            (Code::LinkUsed, "Deze link is al gebruikt"),
            (Code::Gone, "Dit is er niet meer"),
        ] {
            assert_eq!(error(Locale::Nl, 410, Some(code)).0, title);
        }
        assert_eq!(
            error(Locale::En, 503, None).0,
            "Oops... something went wrong! (error code: 503)"
        );
        assert_eq!(
            error(Locale::En, 403, Some(Code::WrongCenter)).0,
            "Logged in to the wrong website"
        );
        assert!(!back_to_home(Locale::En).is_empty());
    }

    #[test]
    fn a_word_is_there_in_both_languages() {
        for locale in Locale::ALL {
            for word in [
                shell(locale, "screen/vacancies"),
                title(locale, "search"),
                home(locale, "title"),
                vacancy(locale, "page/apply"),
                component(locale, "pagination/next"),
                own(locale, "no_script"),
            ] {
                assert!(!word.is_empty());
            }
        }
        assert_eq!(title(Locale::Nl, "no_such"), "");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(
            counted(public, Locale::Nl, "search/results", 1),
            "1 vacature"
        );
        assert_eq!(
            counted(public, Locale::En, "search/results", 0),
            "0 volunteer roles"
        );
        assert_eq!(
            counted(public, Locale::Nl, "search/results", 12_345),
            "12.345 vacatures"
        );
        assert_eq!(grouped(Locale::En, 1_234_567), "1,234,567");
        assert_eq!(grouped(Locale::Nl, 999), "999");
    }
}
