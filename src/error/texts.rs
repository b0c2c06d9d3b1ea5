//! Stable error codes with their status and localized texts.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::expected::expected;
use super::filling::fill;
use super::{FieldFault, Refusal, Source, event_words, field_names, reasons};
use crate::base::locale::Locale;

/// A stable code of docs/api.md#codes. The list is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    BadRequest,
    NotJson,
    TenantMismatch,
    InvalidFilter,
    InvalidInclude,
    UnknownContext,
    CredentialsInQuery,
    NotSignedIn,
    CredentialsOrResetToken,
    SessionExpired,
    InvalidCredentials,
    ApiKeyInvalid,
    ApiKeyExpired,
    ApiKeyRevoked,
    ApiKeySuspended,
    ApiKeyScope,
    Unconfirmed,
    AccountInactive,
    Forbidden,
    WrongCenter,
    OrganizationNotYours,
    OrganizationNotApproved,
    SecondFactorNeeded,
    UnderAge,
    ConsentMissing,
    FeatureDisabled,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    LinkExpired,
    LinkUsed,
    AccountNotOpen,
    Gone,
    StaleResource,
    AlreadyThere,
    TooLarge,
    FileTooLarge,
    PictureTooLarge,
    UploadsFull,
    UnsupportedMediaType,
    PreconditionRequired,
    ReportChanged,
    NotMultipart,
    FileTypeNotAllowed,
    FileTypeContradicts,
    PictureToConvert,
    Invalid,
    InvalidTransition,
    ConfirmationNeeded,
    AlreadyApplied,
    ReapplyRefused,
    VacancyFull,
    VacancyClosed,
    OwnVacancy,
    DateIsOver,
    ActivityFull,
    RegistrationClosed,
    AlreadyRegistered,
    NotRegistered,
    SeatsTaken,
    TooEarly,
    DuplicateOrganization,
    LastSuperuser,
    InvalidCode,
    LastSecondFactor,
    ContrastTooLow,
    LimitReached,
    ActivityMessagesADay,
    ConversationBlocked,
    TooLateToTakeBack,
    TooLateToAppeal,
    WritingPaused,
    MissingCheck,
    CheckAlreadyAsked,
    ChecksAMonth,
    ApplicationsADay,
    ApplicationsOpen,
    ImportsWaiting,
    ImportsLarge,
    NotPublished,
    OneRequest,
    AlreadyInvited,
    TermInUse,
    CenterInUse,
    IdempotencyKeyReused,
    RateLimited,
    TooManyChanges,
    BulkEditRunning,
    OwnImportBusy,
    Internal,
    Maintenance,
    ImportBusy,
    TimedOut,
    InsufficientStorage,
}

type Row = (
    Code,
    u16,
    &'static str,
    [&'static str; 2],
    [&'static str; 2],
);

/// Code, status, identifier, title (nl, en), detail (nl, en). `{name}` is replaced from the refusal's meta.
#[rustfmt::skip]
const TEXTS: &[Row] = &[
    (Code::BadRequest, 400, "bad_request", ["Verzoek niet begrepen", "Request not understood"], ["We konden dit verzoek niet lezen: {reason}.", "We could not read this request: {reason}."]),
    (Code::NotJson, 400, "bad_request", ["Verzoek niet begrepen", "Request not understood"], ["Dit is geen geldige JSON. Het gaat mis op regel {line}, bij teken {column}.", "This is not valid JSON. It goes wrong on line {line}, at character {column}."]),
    (Code::TenantMismatch, 400, "tenant_mismatch", ["Andere website", "Another site"], ["Dit verzoek noemt een andere website dan het adres waar het naartoe gaat.", "This request names another site than the address it was sent to."]),
    (Code::InvalidFilter, 400, "invalid_filter", ["Onbekend filter", "Unknown filter"], ["'{name}' kan hier niet. Wat wel kan: {allowed}.", "'{name}' is not possible here. What is: {allowed}."]),
    (Code::InvalidInclude, 400, "invalid_include", ["Onbekend verband", "Unknown relation"], ["'{name}' kan hier niet mee. Wat wel kan: {allowed}.", "'{name}' can't be included here. What can: {allowed}."]),
    (Code::UnknownContext, 400, "bad_request", ["Onbekende App-Context", "Unknown App-Context"], ["De kopregel App-Context kan alleen zijn: {allowed}. Laat hem anders weg.", "The header App-Context can only be: {allowed}. Otherwise leave it out."]),
    (Code::CredentialsInQuery, 400, "bad_request", ["Inloggegevens in het adres", "Credentials in the address"], ["Stuur inloggegevens in de kopregels, nooit in het adres.", "Send credentials in headers, never in the address."]),
    (Code::NotSignedIn, 401, "not_signed_in", ["Niet ingelogd", "Not authorized"], ["Log eerst in om dit te doen.", "Sign in first to do this."]),
    // The same sentence in both languages: it is for programs.
    (Code::CredentialsOrResetToken, 401, "not_signed_in", ["Niet ingelogd", "Not authorized"], ["You must provide either the uid, client and accessToken or the resetPasswordToken", "You must provide either the uid, client and accessToken or the resetPasswordToken"]),
    (Code::SessionExpired, 401, "session_expired", ["Je bent uitgelogd", "You are signed out"], ["Je sessie is verlopen. Log opnieuw in; wat je had ingevuld blijft staan.", "Your session has ended. Sign in again; what you typed is kept."]),
    (Code::InvalidCredentials, 401, "invalid_credentials", ["Inloggen is niet gelukt", "Sign-in failed"], ["Dit e-mailadres en wachtwoord horen niet bij elkaar. Controleer ze of vraag een nieuw wachtwoord aan.", "This email address and password do not belong together. Check them or ask for a new password."]),
    (Code::ApiKeyInvalid, 401, "api_key_invalid", ["Onbekende sleutel", "Unknown key"], ["Deze sleutel bestaat niet op deze website. Controleer of je hem helemaal hebt overgenomen, achter ‘Bearer’.", "This key doesn't exist on this site. Check that you copied all of it, after ‘Bearer’."]),
    (Code::ApiKeyExpired, 401, "api_key_expired", ["Sleutel verlopen", "Key expired"], ["De einddatum van deze sleutel is voorbij. Vraag het vrijwilligerspunt om een nieuwe.", "This key is past its end date. Ask the volunteer centre for a new one."]),
    (Code::ApiKeyRevoked, 401, "api_key_revoked", ["Sleutel ingetrokken", "Key revoked"], ["Deze sleutel is ingetrokken. Vraag het vrijwilligerspunt om een nieuwe.", "This key has been revoked. Ask the volunteer centre for a new one."]),
    (Code::ApiKeySuspended, 401, "api_key_suspended", ["Sleutel werkt nu niet", "Key doesn't work now"], ["De organisatie van deze sleutel is niet goedgekeurd of hoort niet meer bij dit vrijwilligerspunt.", "The organisation of this key isn't approved, or no longer belongs to this volunteer centre."]),
    (Code::Unconfirmed, 401, "unconfirmed", ["Bevestig eerst je e-mailadres", "Confirm your email address first"], ["We hebben je een e-mail gestuurd. Klik op de knop daarin. Daarna kun je inloggen.", "We have sent you an email. Click the button in it. You can then sign in."]),
    (Code::AccountInactive, 401, "account_inactive", ["Dit account is niet meer actief", "This account is no longer active"], ["Neem contact op met het vrijwilligerspunt om je account weer te openen.", "Contact the volunteer centre to have your account reopened."]),
    (Code::Forbidden, 403, "forbidden", ["Geen toegang", "Access forbidden"], ["Je hebt geen rechten om deze actie uit te voeren", "You don't have access rights to execute this action"]),
    (Code::ApiKeyScope, 403, "api_key_scope", ["Dit mag deze sleutel niet", "Not allowed with this key"], ["Deze sleutel is hier niet voor bedoeld. Hij mag: {scopes}.", "This key isn't meant for this. It may: {scopes}."]),
    (Code::WrongCenter, 403, "wrong_center", ["Ingelogd op de verkeerde website", "Logged in to the wrong website"], ["wrong center: dit account hoort bij een andere partner in het samenwerkingsverband. Neem contact op met de beheerder.", "wrong center: this account is registered with another partner in the collaboration. Contact the administrator."]),
    (Code::OrganizationNotYours, 403, "organization_not_yours", ["Niet jouw organisatie", "Not your organisation"], ["Je hoort niet bij de gekozen organisatie. Kies een andere.", "You are not a member of the selected organisation. Choose another."]),
    (Code::OrganizationNotApproved, 403, "organization_not_approved", ["Organisatie niet goedgekeurd", "Organisation not approved"], ["Dit kan alleen namens een organisatie die het vrijwilligerspunt heeft goedgekeurd en die niet is gearchiveerd. Je kunt wel alvast een concept maken.", "This is only possible for an organisation that the volunteer centre has approved and that is not archived. You can already make a draft."]),
    (Code::SecondFactorNeeded, 403, "second_factor_needed", ["Nog één stap", "One more step"], ["Bevestig met een tweede stap dat jij het bent. Log je nog niet in twee stappen in? Stel dat dan eerst in.", "Confirm with a second step that it's you. If you haven't set up two-step verification yet, do that first."]),
    (Code::UnderAge, 403, "under_age", ["Nog te jong", "Too young"], ["Dit kan vanaf {min_age} jaar.", "This is possible from the age of {min_age}."]),
    (Code::ConsentMissing, 403, "consent_missing", ["Toestemming ontbreekt", "Consent is missing"], ["Je bent nog geen {minimum_age} jaar. Een ouder of verzorger moet eerst toestemming geven. Kijk bij ‘Privacy’ in je account hoe het ermee staat.", "You're under {minimum_age}. A parent or guardian has to give consent first. See how it's going under ‘Privacy’ in your account."]),
    (Code::FeatureDisabled, 403, "feature_disabled", ["Staat uit", "Switched off"], ["Dit onderdeel staat op deze website uit.", "This part is switched off on this site."]),
    (Code::NotFound, 404, "not_found", ["Niet gevonden", "Not found"], ["Dit bestaat niet of niet meer.", "This does not exist, or no longer."]),
    (Code::MethodNotAllowed, 405, "method_not_allowed", ["Dat kan hier niet", "Not possible here"], ["Dit adres kent deze methode niet.", "This address does not know this method."]),
    (Code::RequestTimeout, 408, "request_timeout", ["Te lang onderweg", "Too slow"], ["Je verzoek kwam niet op tijd binnen. Probeer het opnieuw.", "Your request did not arrive in time. Try again."]),
    (Code::LinkExpired, 410, "link_expired", ["Deze link is verlopen", "This link has expired"], ["Vraag een nieuwe link aan; dat kost een minuut.", "Ask for a new link; it takes a minute."]),
    (Code::AccountNotOpen, 403, "account_not_open", ["Open eerst je account", "Open your account first"], ["Bij dit e-mailadres hoort een account dat nog niet open is, of niet meer. Kijk in je mail, of kies bij het inloggen een nieuw wachtwoord. Klik daarna nog een keer op de knop in onze mail.", "This email address has an account that isn't open yet, or is no longer open. Look in your email, or choose a new password when you sign in. Then press the button in our email once more."]),
    (Code::LinkUsed, 410, "link_used", ["Deze link is al gebruikt", "This link has been used"], ["Je hoeft niets meer te doen. Log in of vraag een nieuwe link aan.", "There is nothing left to do. Sign in or ask for a new link."]),
    (Code::Gone, 410, "gone", ["Bestaat niet meer", "No longer there"], ["Dit is verwijderd.", "This has been deleted."]),
    (Code::StaleResource, 412, "stale_resource", ["Een collega heeft dit net gewijzigd", "A colleague has just changed this"], ["Laad de nieuwste versie, bekijk het verschil en sla je wijzigingen opnieuw op.", "Load the latest version, check the difference and save your changes again."]),
    (Code::AlreadyThere, 412, "already_there", ["Dit is er al", "This exists already"], ["Je wilde dit alleen doen als het er nog niet was, of als het anders was dan wat je al had (If-None-Match). Er is niets veranderd.", "You wanted this only if it did not exist yet, or was other than what you have (If-None-Match). Nothing has changed."]),
    (Code::ReportChanged, 412, "report_changed", ["Er is intussen iets veranderd", "Something has changed meanwhile"], ["De lijst geeft nu een andere uitkomst dan je zag. Er is niets toegevoegd. Bekijk de nieuwe uitkomst en probeer het daarna opnieuw.", "The list now comes to something other than what you saw. Nothing was added. Look at the new outcome and try again after that."]),
    (Code::TooLarge, 413, "file_too_large", ["Te groot", "Too large"], ["Dit is groter dan {size}. Maak het kleiner en probeer het opnieuw.", "This is larger than {size}. Make it smaller and try again."]),
    (Code::FileTooLarge, 413, "file_too_large", ["Bestand te groot", "File too large"], ["De grootte van {path_nl} moet kleiner zijn dan {size}.", "The size of the {path_en} must be smaller than {size}."]),
    (Code::PictureTooLarge, 413, "file_too_large", ["Foto te groot", "Picture too large"], ["Deze foto heeft te veel pixels. Een foto mag 8.000 pixels breed en hoog zijn, en samen 40 megapixels. Maak de foto kleiner en probeer het opnieuw.", "This picture has too many pixels. A picture may be 8,000 pixels wide and high, and 40 megapixels in all. Make it smaller and try again."]),
    (Code::NotMultipart, 415, "file_type_not_allowed", ["Soort niet toegestaan", "Type not allowed"], ["Stuur het bestand als multipart/form-data.", "Send the file as multipart/form-data."]),
    (Code::FileTypeNotAllowed, 415, "file_type_not_allowed", ["Soort bestand kan hier niet", "Type of file not allowed"], ["Dit soort bestand kan hier niet. Wat wel kan: {allowed}.", "This type of file is not possible here. What is: {allowed}."]),
    (Code::FileTypeContradicts, 415, "file_type_not_allowed", ["Bestand is iets anders", "File is something else"], ["Het bestand zegt {declared} te zijn, maar is {found}. Sla het opnieuw op en probeer het nog eens.", "The file says that it is {declared}, but it is {found}. Save it again and retry."]),
    (Code::PictureToConvert, 415, "file_type_not_allowed", ["Sla de foto op als JPEG", "Save the picture as JPEG"], ["AVIF, HEIC en GIF kunnen we niet veilig lezen. Zet de foto eerst om naar JPEG, PNG of WebP en stuur die.", "We can't read AVIF, HEIC and GIF safely. First convert the picture to JPEG, PNG or WebP and send that."]),
    (Code::UnsupportedMediaType, 415, "file_type_not_allowed", ["Soort niet toegestaan", "Type not allowed"], ["Stuur JSON met content-type application/vnd.api+json of application/json.", "Send JSON with content type application/vnd.api+json or application/json."]),
    (Code::Invalid, 422, "invalid", ["Het formulier bevat fouten", "The form contains errors"], ["Controleer de gemarkeerde velden.", "Check the marked fields."]),
    (Code::InvalidTransition, 422, "invalid_transition", ["Dat kan nu niet", "Not possible now"], ["Deze stap kan niet vanuit de huidige status. Wat nu kan: {allowed}.", "This step is not possible from the present state. What is: {allowed}."]),
    (Code::ConfirmationNeeded, 422, "confirmation_needed", ["Weet je het zeker?", "Are you sure?"], ["Aantal mensen dat nog op antwoord wacht: {open_applications}. Bevestig dat je dit toch wilt.", "People still waiting for an answer: {open_applications}. Confirm that you want this all the same."]),
    (Code::AlreadyApplied, 422, "already_applied", ["Je bent al aangemeld", "You have already applied"], ["Je hebt je al voor deze vacature aangemeld. De organisatie neemt contact met je op.", "You've already applied for this volunteer role. The organisation will contact you."]),
    (Code::ReapplyRefused, 422, "reapply_refused", ["Opnieuw aanmelden kan niet", "You can't apply again"], ["Je hebt je al eens voor deze vacature aangemeld, en dat is niet doorgegaan. Wil je het toch nog eens proberen? Vraag het de organisatie of het vrijwilligerspunt.", "You've applied for this volunteer role before, and it didn't work out. Would you like to try again? Ask the organisation or the volunteer centre."]),
    (Code::VacancyFull, 422, "vacancy_full", ["Alle plekken zijn bezet", "All places are taken"], ["Er is geen plek meer vrij. Bekijk vacatures die hierop lijken.", "There is no place left. Look at similar volunteer roles."]),
    (Code::VacancyClosed, 422, "vacancy_closed", ["Deze vacature is gesloten", "This volunteer role is closed"], ["Je kunt je niet meer aanmelden. Bekijk vacatures die hierop lijken.", "You can no longer apply. Look at similar volunteer roles."]),
    (Code::OwnVacancy, 422, "own_vacancy", ["Je eigen vacature", "Your own volunteer role"], ["Je kunt je niet aanmelden voor een vacature van je eigen organisatie.", "You can't apply for a volunteer role at your own organisation."]),
    (Code::MissingCheck, 422, "missing_check", ["Er ontbreekt nog iets", "Something is still missing"], ["Voor dit vrijwilligerswerk moet de organisatie dit eerst hebben gezien: {checks_nl}. De organisatie vraagt erom en noteert dat het is gezien. Daarna kan dit wel.", "For this volunteer role the organisation has to have seen this first: {checks_en}. The organisation asks for it and notes that it was seen. After that this is possible."]),
    (Code::CheckAlreadyAsked, 422, "check_already_asked", ["Al gevraagd", "Asked for already"], ["Deze verklaring is al aan deze persoon gevraagd. Heb je het papier gezien? Noteer dat dan.", "This person was asked for this check already. Have you seen the paper? Then note that."]),
    (Code::DateIsOver, 422, "date_is_over", ["Deze datum is al geweest", "This date is over"], ["Wat al is geweest, kan niet meer veranderen.", "What is over cannot be changed."]),
    (Code::ActivityFull, 422, "activity_full", ["Vol", "Full"], ["Er is geen plek vrij.", "There is no place free."]),
    (Code::RegistrationClosed, 422, "registration_closed", ["Aanmelden kan niet meer", "Signing up is closed"], ["Je kunt je hiervoor niet (meer) aanmelden. Kijk in de agenda naar een andere datum.", "You can't sign up for this, or not any more. Look for another date in the calendar."]),
    (Code::AlreadyRegistered, 422, "already_registered", ["Al aangemeld", "Signed up already"], ["Deze persoon staat al op de lijst voor deze datum.", "This person is on the list for this date already."]),
    (Code::NotRegistered, 422, "not_registered", ["Heeft geen plek", "Has no place"], ["Deze persoon heeft geen plek op deze datum. Geef eerst een plek, of voeg de persoon toe.", "This person has no place on this date. Give a place first, or add the person."]),
    (Code::SeatsTaken, 422, "seats_taken", ["Geen plekken meer voor je organisatie", "No places left for your organisation"], ["Je organisatie kan hier met {limit} mensen komen.", "Your organisation can come with {limit} people."]),
    (Code::TooEarly, 422, "too_early", ["Nog te vroeg", "Too early"], ["Inchecken kan vanaf een dag voor het begin.", "Checking in starts a day before the beginning."]),
    (Code::DuplicateOrganization, 422, "duplicate_organization", ["Deze organisatie bestaat al", "This organisation already exists"], ["Er is al een organisatie met dit KvK-nummer. Vraag het vrijwilligerspunt om toegang.", "There's already an organisation with this registration number. Ask the volunteer centre for access."]),
    (Code::LastSuperuser, 422, "last_superuser", ["Er moet iemand overblijven", "Someone has to remain"], ["Geef het beheer eerst aan iemand anders.", "Hand over to someone else first."]),
    (Code::InvalidCode, 422, "invalid_code", ["Dat klopt niet", "That is not right"], ["Deze code klopt niet, is verlopen of is al gebruikt. Neem een nieuwe en probeer het opnieuw.", "This code is wrong, has expired or has been used. Take a new one and try again."]),
    (Code::LastSecondFactor, 422, "last_second_factor", ["Inloggen in twee stappen is verplicht", "Two-step verification is required"], ["Met jouw rol log je altijd in twee stappen in. Stel eerst een andere manier in.", "Your access requires two-step verification. Set up another method first."]),
    (Code::ContrastTooLow, 422, "contrast_too_low", ["Te weinig contrast", "Too little contrast"], ["Dit is niet goed te lezen: {pair_nl} ({foreground} op {background}). Het contrast is {ratio} en moet minstens {needed} zijn. Kies een andere kleur.", "This does not read well: {pair_en} ({foreground} on {background}). The contrast is {ratio} and has to be {needed} at least. Choose another colour."]),
    (Code::LimitReached, 422, "limit_reached", ["Het maximum is bereikt", "The limit has been reached"], ["Er kunnen er niet meer dan {limit} tegelijk zijn.", "There can't be more than {limit} at a time."]),
    (Code::ApplicationsADay, 422, "limit_reached", ["Je hebt je vandaag al vaak aangemeld", "You have applied often today"], ["Je kunt je {limit} keer per dag aanmelden. Probeer het morgen weer.", "You can apply {limit} times a day. Try again tomorrow."]),
    (Code::ConversationBlocked, 422, "blocked", ["Je kunt hier niet schrijven", "You can't write here"], ["Een van jullie heeft de ander geblokkeerd. Jullie kunnen elkaar geen berichten sturen.", "One of you has blocked the other. You can't send each other messages."]),
    (Code::TooLateToTakeBack, 422, "too_late", ["Terugnemen kan niet meer", "Too late to take back"], ["Dit bericht is al gelezen, of het staat er langer dan tien minuten.", "This message has been read, or was sent more than ten minutes ago."]),
    (Code::TooLateToAppeal, 422, "too_late", ["Bezwaar maken kan niet meer", "Too late to appeal"], ["Bezwaar maken kan één keer, tot 14 dagen na het besluit.", "You can appeal once, up to 14 days after the decision."]),
    (Code::WritingPaused, 422, "writing_paused", ["Je kunt nu niet schrijven", "You can't write now"], ["Het vrijwilligerspunt heeft dit stopgezet tot {until_nl}. In de mail daarover staat waarom, en hoe je bezwaar maakt.", "The volunteer centre has paused this until {until_en}. The email about it says why, and how to appeal."]),
    (Code::ActivityMessagesADay, 422, "limit_reached", ["Je hebt vandaag al vaak geschreven", "You have written often today"], ["Je kunt deelnemers {limit} keer per dag een bericht sturen. Probeer het morgen weer.", "You can send participants {limit} messages a day. Try again tomorrow."]),
    (Code::ChecksAMonth, 422, "limit_reached", ["Al vaak gevraagd", "Asked often already"], ["Je hebt dit deze maand al {limit} keer gevraagd en weer ingetrokken. Probeer het volgende maand weer.", "You have asked for this {limit} times this month and withdrawn it again. Try again next month."]),
    (Code::ApplicationsOpen, 422, "limit_reached", ["Je hebt veel aanmeldingen openstaan", "You have many open applications"], ["Je kunt {limit} aanmeldingen tegelijk open hebben staan. Wacht op antwoord, of trek er een in.", "You can have {limit} open applications at a time. Wait for a reply, or withdraw one."]),
    (Code::ImportsWaiting, 422, "limit_reached", ["Er staan al veel bestanden klaar", "Many files are waiting already"], ["Je hebt al {limit} bestanden ingelezen die nog niet zijn geïmporteerd. Importeer er eerst een. Na een week verdwijnen ze vanzelf.", "You've read in {limit} files that haven't been imported yet. Import one of them first. After a week they go by themselves."]),
    (Code::ImportsLarge, 422, "limit_reached", ["Je bestanden zijn samen te groot", "Your files are too large together"], ["De bestanden die je deze week hebt ingelezen, mogen samen niet groter zijn dan {limit}. Splits dit bestand of wacht een paar dagen: na een week verdwijnen ze vanzelf.", "The files that you've read in this week may not be larger than {limit} together. Split this file or wait a few days: after a week they go by themselves."]),
    (Code::NotPublished, 422, "not_published", ["Nog niet online", "Not online yet"], ["Mensen die passen, zie je zodra de vacature online staat.", "You see who fits as soon as the volunteer role is online."]),
    (Code::UploadsFull, 422, "limit_reached", ["De ruimte is vol", "No room left"], ["Deze website heeft {limit} voor foto's en bestanden, en die ruimte is vol. Verwijder er een paar of vraag de beheerder om meer ruimte.", "This site has {limit} for pictures and files, and that is full. Delete a few or ask the administrator for more."]),
    (Code::OneRequest, 422, "one_request", ["Je hebt al een aanmelding openstaan", "You already have an open application"], ["Je school staat één aanmelding tegelijk toe. Wacht op antwoord, of trek je andere aanmelding in.", "Your school allows one application at a time. Wait for a reply, or withdraw your other application."]),
    (Code::AlreadyInvited, 422, "already_invited", ["Al uitgenodigd", "Already invited"], ["Deze persoon heeft deze rol al, of is er al voor uitgenodigd.", "This person already has this access, or has been invited to it."]),
    (Code::TermInUse, 422, "term_in_use", ["Dit wordt nog gebruikt", "Still in use"], ["Zo vaak is dit gekozen: {in_use}. Archiveer het: dan kan niemand het meer kiezen, en wat er al staat blijft staan.", "Times this has been chosen: {in_use}. Archive it: then nobody can choose it any more, and what is there stays."]),
    (Code::CenterInUse, 422, "center_in_use", ["Dit vrijwilligerspunt is nog in gebruik", "This volunteer centre is still in use"], ["Dit hoort er nog bij: {held_by_nl}. Verhuis of verwijder dat eerst. Wat al is verwijderd, telt mee tot het helemaal is gewist.", "This still belongs to it: {held_by_en}. Move or delete that first. What has been deleted counts until it is erased completely."]),
    (Code::IdempotencyKeyReused, 422, "idempotency_key_reused", ["Sleutel al gebruikt", "Key already used"], ["Deze Idempotency-Key hoort bij een ander verzoek. Neem een nieuwe.", "This Idempotency-Key belongs to another request. Take a new one."]),
    (Code::PreconditionRequired, 428, "precondition_required", ["Bekijk het eerst opnieuw", "Look at it again first"], ["We weten niet welke versie je hebt gelezen. Er kan intussen iets anders staan. Laad de pagina opnieuw, bekijk wat er nu staat en beslis daarna.", "We do not know which version you have read. Something else may be there by now. Load the page again, look at what is there now and decide after that."]),
    (Code::RateLimited, 429, "rate_limited", ["Even wachten", "One moment"], ["Dit ging te vaak achter elkaar. Probeer het over een paar minuten opnieuw.", "That was too many times in a row. Try again in a few minutes."]),
    (Code::TooManyChanges, 429, "rate_limited", ["Even wachten", "One moment"], ["Je hebt heel veel in korte tijd veranderd. Wacht een minuut en ga dan verder.", "You've changed a great deal in a short time. Wait a minute and then go on."]),
    (Code::BulkEditRunning, 429, "rate_limited", ["Even wachten", "One moment"], ["Er loopt al een wijziging van jou in veel vacatures. Wacht tot die klaar is en probeer het dan opnieuw.", "A change of yours in many volunteer roles is still running. Wait until it's done and then try again."]),
    (Code::OwnImportBusy, 429, "rate_limited", ["Even wachten", "One moment"], ["Er wordt al een bestand van jou ingelezen. Wacht tot dat klaar is en probeer het dan opnieuw.", "A file of yours is being read already. Wait until that's done and then try again."]),
    (Code::Internal, 500, "internal", ["Oeps… er ging iets mis!", "Oops... something went wrong!"], ["Probeer het later opnieuw of neem contact op met een beheerder.", "Try again later or contact an administrator."]),
    (Code::Maintenance, 503, "maintenance", ["Even niet bereikbaar", "Not available for a moment"], ["Deze website is even niet beschikbaar. Probeer het later opnieuw.", "This site is not available for a moment. Try again later."]),
    (Code::ImportBusy, 503, "import_busy", ["Even wachten", "One moment"], ["Er wordt al een bestand ingelezen. Probeer het over een minuut opnieuw.", "A file is being read already. Try again in a minute."]),
    (Code::TimedOut, 503, "timed_out", ["Dit duurt te lang", "This took too long"], ["Dit duurt bij ons te lang. Probeer het later opnieuw.", "This is taking too long on our side. Try again later."]),
    (Code::InsufficientStorage, 507, "insufficient_storage", ["Opslaan lukt nu niet", "Saving does not work right now"], ["De server heeft geen ruimte meer om dit op te slaan. Dat ligt niet aan jou. Wat je hebt ingestuurd, is niet opgeslagen. Probeer het later opnieuw.", "The server has no room left to store this. You did nothing wrong. What you sent has not been saved: try again later."]),
];

const UNKNOWN: Row = (Code::Internal, 500, "internal", ["", ""], ["", ""]);

/// Texts of validation rules: rule, nl, en. `{field}` is the field's name.
#[rustfmt::skip]
const RULES: &[(&str, &str, &str)] = &[
    ("not_valid", "{field} is niet geldig.", "{field} is not valid."),
    ("not_valid_bare", "Dit is niet geldig. Controleer het en probeer het opnieuw.", "This is not valid. Check it and try again."),
    ("required", "Vul dit in.", "Fill this in."),
    ("length_min", "Gebruik minstens {min} tekens.", "Use at least {min} characters."),
    ("length_max", "Maak dit korter: niet meer dan {max} tekens.", "Use at most {max} characters."),
    ("length", "Gebruik {min} tot en met {max} tekens.", "Use {min} to {max} characters."),
    ("items", "Kies er niet meer dan {max}.", "Choose no more than {max}."),
    ("range", "Kies een getal van {min} tot en met {max}.", "Choose a number from {min} to {max}."),
    ("range_min", "Kies een getal vanaf {min}.", "Choose a number from {min} up."),
    ("range_max", "Kies een getal tot en met {max}.", "Choose a number up to {max}."),
    ("email", "Vul een e-mailadres in. Bijvoorbeeld: naam@voorbeeld.nl", "Enter an email address. For example: name@example.com"),
    ("url", "Vul een webadres in dat begint met https://.", "Enter a web address that starts with https://."),
    ("own_path", "Vul een pagina van deze website in die begint met een /, bijvoorbeeld /dashboard.", "Enter a page of this site that starts with a /, such as /dashboard."),
    ("phone_number", "Vul een telefoonnummer in. Bijvoorbeeld: 06 12345678", "Enter a phone number. For example: +31 6 12345678"),
    ("postal_code", "Vul een postcode in. Bijvoorbeeld: 1234 AB", "Enter a postcode. For example: 1234 AB"),
    ("country", "Dit land kennen we niet. Gebruik de code van twee letters, bijvoorbeeld NL.", "We don't know this country. Use its code of two letters, such as NL."),
    ("house_number", "Een huisnummer begint met een cijfer. Een voorbeeld: 18a.", "A house number begins with a digit. An example: 18a."),
    ("host", "Vul de naam van de website in zoals een browser die toont, bijvoorbeeld vrijwilligers.voorbeeld.nl.", "Enter the name of the website as a browser shows it, such as volunteers.example.org."),
    ("kvk_number", "Vul een KvK-nummer van 8 cijfers in.", "Enter a registration number (KvK) of 8 digits."),
    ("kvk_or_initiative", "Vul het KvK-nummer in, of kies ‘buurtinitiatief’.", "Fill in the registration number (KvK), or tick ‘neighbourhood initiative’."),
    ("taken", "Dit is al in gebruik. Kies iets anders.", "This is in use already. Choose something else."),
    ("unknown", "Dit veld kennen we niet: {field}.", "We don't know this field: {field}."),
    ("unknown_link", "Deze link werkt niet (meer). Vraag een nieuwe aan.", "This link doesn’t work (any more). Ask for a new one."),
    ("expired", "Deze link is te oud. Vraag een nieuwe aan.", "This link has expired. Ask for a new one."),
    ("choice", "Kies een van deze: {allowed}.", "Choose one of these: {allowed}."),
    ("choice_bare", "Deze keuze kan hier niet. Kies iets anders.", "This choice is not possible here. Choose something else."),
    ("unlisted", "'{value}' staat niet in de lijst. Kies iets uit de lijst.", "'{value}' is not in the list. Choose something from the list."),
    ("language", "'{value}' is geen taal die we kennen. Gebruik de code van de taal, bijvoorbeeld nl.", "'{value}' is no language we know. Use the code of the language, such as nl."),
    ("type", "Dit heeft de verkeerde vorm.", "This has the wrong form."),
    ("type_text", "Hier hoort tekst.", "This has to be text."),
    ("type_boolean", "Hier hoort true of false.", "This has to be true or false."),
    ("type_integer", "Hier hoort een heel getal.", "This has to be a whole number."),
    ("type_number", "Hier hoort een getal.", "This has to be a number."),
    ("type_list", "Hier hoort een lijst.", "This has to be a list."),
    ("type_object", "Hier hoort een object.", "This has to be an object."),
    ("type_choice", "Kies een van deze: {expected}.", "Choose one of these: {expected}."),
    ("type_choice_bare", "Deze keuze kan hier niet. Kies iets anders.", "This choice is not possible here. Choose something else."),
    ("type_unknown", "Dit veld kennen we niet: {expected}.", "We don't know this field: {expected}."),
    ("accepted", "Ga akkoord met de voorwaarden om verder te gaan.", "Agree to the terms to continue."),
    ("consent", "Geef toestemming om je gegevens aan de organisatie te sturen.", "Agree to us sending your details to the organisation."),
    ("age_at_least", "Deze vacature is voor mensen vanaf {min_age} jaar. Geef aan dat je {min_age} jaar of ouder bent.", "This volunteer role is for people aged {min_age} or over. Confirm that you are {min_age} or older."),
    ("age_of_person", "Deze vacature is voor mensen vanaf {min_age} jaar. Geef aan dat deze persoon {min_age} jaar of ouder is.", "This volunteer role is for people aged {min_age} or over. Confirm that this person is {min_age} or older."),
    ("desk_consent", "Vertel eerst wat we bewaren, en vraag of dat goed is.", "First say what we keep, and ask whether that’s all right."),
    ("person_known", "Er is al iemand met deze naam en geboortedatum ingeschreven.", "A person with this name and date of birth is registered already."),
    ("has_own_access", "Deze persoon kan al zelf inloggen.", "This person can sign in already."),
    ("has_account", "Met dit e-mailadres is er al een account. Vraag het vrijwilligerspunt om hulp.", "There is an account with this email address already. Ask the volunteer centre for help."),
    ("not_for_workshops", "Voor een workshop schrijft een organisatie in.", "For a workshop, an organisation signs people up."),
    ("consent_of_person", "Vraag eerst of je de gegevens aan de organisatie mag sturen.", "First ask whether you may send the details to the organisation."),
    ("not_your_student", "Je kunt alleen leerlingen aanmelden die je begeleidt.", "You can only apply on behalf of students you mentor."),
    ("must_match", "De twee wachtwoorden zijn niet gelijk.", "The two passwords are not the same."),
    ("too_short", "Gebruik minstens {min} tekens.", "Use at least {min} characters."),
    ("too_long", "Maak dit korter: niet meer dan {max} tekens.", "Use at most {max} characters."),
    ("too_weak", "Dit wachtwoord is te makkelijk te raden. Kies bijvoorbeeld vier losse woorden.", "This password is too easy to guess. Take four random words, for instance."),
    ("leaked", "Dit wachtwoord staat op een lijst van gelekte wachtwoorden. Kies een ander, bijvoorbeeld vier losse woorden.", "This password is on a list of leaked passwords. Choose another one, for instance four random words."),
    ("contains_own_data", "Je naam of e-mailadres staat in dit wachtwoord. Dat proberen dieven het eerst: laat het weg.", "Your name or email address is in this password. That is what thieves try first: leave it out."),
    ("same_address", "Dit is al je e-mailadres.", "This is your email address already."),
    ("current_password", "Dit is niet je huidige wachtwoord.", "This is not your current password."),
    ("future", "Kies een dag na vandaag.", "Choose a day after today."),
    ("within_two_years", "Kies een dag binnen twee jaar.", "Choose a day within two years."),
    ("within_year", "Kies een dag binnen een jaar.", "Choose a day within a year."),
    ("hours_limit", "Vraag niet meer dan 20 uur per week: meer is volgens de NOV geen vrijwilligerswerk.", "Ask for no more than 20 hours a week: by the NOV criteria, more isn't volunteering."),
    ("youtube", "Plak een link van youtube.com of youtu.be.", "Paste a link from youtube.com or youtu.be."),
    ("name", "Gebruik letters, spaties, ' - en punten.", "Use letters, spaces, ' - and full stops."),
    ("unknown_placeholder", "Dit invulveld kan hier niet: {placeholder}.", "This placeholder is not possible here: {placeholder}."),
    ("missing_placeholder", "Dit invulveld moet blijven staan: {placeholder}.", "This placeholder has to stay: {placeholder}."),
    ("optional_placeholder", "{placeholder} is soms leeg. Zet het tussen de voorwaarde die erbij hoort.", "{placeholder} is empty sometimes. Put it inside the condition that belongs to it."),
    ("template", "Deze tekst kan niet worden verstuurd. Sluit elke voorwaarde af, en laat links beginnen met /.", "This text cannot be sent. Close each condition, and begin links with /."),
    ("one_line", "Zet dit op één regel.", "Put this on one line."),
    ("css_variable", "Een CSS-variabele heeft een naam als --v-page en een waarde als 60rem, #1d4f4a of rgb(0 0 0 / 40%).", "A CSS variable has a name like --v-page and a value like 60rem, #1d4f4a or rgb(0 0 0 / 40%)."),
    ("picture", "Dit bestand is beschadigd of geen foto. Bewaar de foto opnieuw als JPEG en probeer het nog eens.", "This file is damaged or not a picture. Save the picture as JPEG again and retry."),
    ("drawing", "Dit bestand is beschadigd of geen SVG-tekening. Bewaar het opnieuw, of neem een PNG.", "This file is damaged or not an SVG drawing. Save it again, or take a PNG."),
    ("document", "Dit bestand is beschadigd of een ander soort document dan het zegt. Sla het opnieuw op en probeer het nog eens.", "This file is damaged or another type of document than it says. Save it again and retry."),
    ("alt_text", "Beschrijf wat er op de foto te zien is, of kies 'Alleen versiering'.", "Describe what the picture shows, or choose 'Decoration only'."),
    ("crop", "Kies een deel dat binnen de foto ligt.", "Choose a part inside the picture."),
    ("default_center", "Maak eerst een ander vrijwilligerspunt het standaardpunt.", "First make another volunteer centre the default one."),
    ("same_type", "Het nieuwe bestand moet hetzelfde soort bestand zijn: {extension}.", "The new file has to be of the same type: {extension}."),
    ("in_use", "Dit wordt nog ergens gebruikt. Haal het daar eerst weg.", "This is still used somewhere. Remove it there first."),
    ("link", "Vul een webadres in dat begint met https://, een pagina van deze website (/over-ons), mailto: of tel:.", "Enter a web address that starts with https://, a page of this site (/about-us), mailto: or tel:."),
    ("link_target", "Kies waar deze knop naartoe gaat.", "Choose where this button leads."),
    ("skill_key", "Gebruik kleine letters, cijfers en liggende streepjes, en begin met een letter.", "Use small letters, digits and underscores, and begin with a letter."),
    ("past", "Dit moment is al voorbij. Kies een later moment.", "This moment is over. Choose a later one."),
    ("too_far", "Kies een moment binnen een jaar.", "Choose a moment within a year."),
    ("newsletter_off", "Een nieuwsbrief gaat alleen uit als je er een verstuurt. Uitzetten hoeft dus niet.", "A newsletter goes out only when you send one. There is no need to switch it off."),
    ("newsletter_link", "Links gaan naar deze website, of beginnen met https://, mailto: of tel:. Een foto zet je in een eigen blok.", "Links lead to this site, or begin with https://, mailto: or tel:. Put a picture into a block of its own."),
    ("not_ready", "De nieuwsbrief is nog niet klaar. Kijk bij ‘Klaar om te versturen?’ wat er mist.", "The newsletter is not ready yet. See what is missing under ‘Ready to send?’."),
    ("unknown_place", "Deze plaats kennen we niet. Kies een plaats of een postcode in Nederland.", "We do not know this place. Choose a place or a postcode in the Netherlands."),
    ("partner_url", "Gebruik een adres dat begint met https://, van een website op internet, zonder naam en wachtwoord.", "Use an address that begins with https://, of a website on the internet, without a name and a password."),
    ("most_blocks", "Je hebt al {max} organisaties geblokkeerd. Haal er eerst een weg.", "You have blocked {max} organisations already. Remove one first."),
    ("most_sources", "Er zijn al {max} adressen. Verwijder er eerst een.", "There are {max} addresses already. Remove one first."),
    ("paused_source", "Dit adres staat op pauze. Zet het eerst weer aan.", "This address is paused. Switch it on again first."),
    ("template_text_left", "Hier staat nog iets van een sjabloon of voorbeeld: {found}. Vul het in, of bevestig dat het zo online mag.", "Something of a template or an example is still here: {found}. Fill it in, or confirm that it may go online like this."),
    ("template_text", "In blok {block} staat nog de uitleg van het sjabloon. Schrijf er je eigen tekst, of bevestig dat de pagina zo online mag.", "Block {block} still has the explanation of the template. Write your own text there, or publish the page as it is."),
    ("no_blocks", "De pagina is nog leeg. Voeg een blok toe.", "The page is still empty. Add a block."),
    ("slug", "Gebruik kleine letters, cijfers en streepjes. Bijvoorbeeld: over-ons", "Use lower case letters, digits and hyphens. For example: about-us"),
    ("reserved", "Dit adres gebruikt de website zelf al. Kies een ander adres.", "The site itself uses this address. Choose another."),
    ("address_in_use", "Het adres {path} is nu van de pagina ‘{title}’. Geef die pagina een ander adres en probeer het dan opnieuw.", "The address {path} now belongs to the page ‘{title}’. Give that page another address and try again."),
    ("home_stays", "Het adres van deze pagina staat vast. Je kunt de pagina niet verwijderen, wel offline zetten.", "The address of this page is fixed. You can't delete the page, but you can take it offline."),
    ("translation", "Kies een pagina in de andere taal die nog geen vertaling heeft.", "Choose a page in the other language that has no translation yet."),
    ("page_managers", "Kies mensen die paginabeheerder zijn.", "Choose people who are page managers."),
    ("publish_dates", "Kies een moment in de toekomst, en laat het einde na het begin liggen.", "Choose a moment in the future, with the end after the start."),
    ("own_image", "Kies een plaatje van deze website.", "Choose a picture of this site."),
    ("control_characters", "Hier staan tekens in die niet kunnen. Typ de tekst opnieuw.", "There are characters in this that are not possible. Type the text again."),
    ("direction_characters", "Hier staan onzichtbare tekens in die de leesrichting veranderen. Typ de tekst opnieuw in plaats van te plakken.", "There are invisible characters in this that change the direction of reading. Type the text again instead of pasting it."),
    ("mandatory", "Deze berichten krijg je altijd: je hebt ze nodig.", "You always get these messages: you need them."),
    ("terms_stay", "Zonder voorwaarden kun je geen account hebben. Wil je dat niet? Verwijder dan je account.", "You can't have an account without the terms. If you don't agree, delete your account."),
    ("time", "Dit is geen geldige tijd. Een voorbeeld: 21:30.", "This is not a valid time. An example: 21:30."),
    ("recurrence", "Deze herhaling kennen we niet. Kies elke dag, week of maand.", "We do not know this repetition. Choose every day, week or month."),
    ("recurrence_end", "Zeg wanneer de herhaling ophoudt.", "Say when the repetition ends."),
    ("recurrence_ends_before", "De herhaling houdt op voor de eerste keer. Kies een latere dag.", "The repetition ends before the first time. Choose a later day."),
    ("recurrence_too_many", "Dit zijn meer dan {max} keer. Kies een eerdere laatste dag.", "That is more than {max} times. Choose an earlier last day."),
    ("recurrence_empty", "Er blijft geen enkele dag over. Kies een andere herhaling of andere dagen.", "No day is left. Choose another repetition or other days."),
    ("activity_too_long", "Eén keer duurt hooguit {max} dagen.", "One time lasts at most {max} days."),
    ("time_is_skipped", "Deze tijd bestaat die nacht niet: de klok gaat een uur vooruit. Kies een andere tijd.", "This time does not exist that night: the clock goes forward an hour. Choose another time."),
    ("whole_series", "Je meldt je hier voor alle keren tegelijk aan. Laat de datum weg.", "Here you sign up for all dates at once. Leave the date out."),
    ("contact_details", "Iedereen in de pool leest dit. Haal dit weg: {found}. Je gegevens deel je later zelf, als je een organisatie antwoordt.", "Everyone in the pool reads this. Remove this: {found}. You share your details later yourself, when you answer an organisation."),
    ("shown_until", "Kies een dag vanaf morgen, binnen {max} dagen.", "Choose a day from tomorrow, within {max} days."),
    ("profile_empty", "Je profiel is nog leeg. Vul eerst een zin, een thema of iets wat je goed kunt in.", "Your profile is still empty. First add a sentence, a theme or something that you are good at."),
    ("not_in_pool", "Deze persoon is niet meer te vinden in de vrijwilligerspool.", "This person can no longer be found in the volunteer pool."),
    ("reply_open", "Je hebt deze persoon al geschreven. Wacht het antwoord af.", "You have written to this person already. Wait for the answer."),
    ("reply_too_soon", "Je kunt deze persoon pas na vier weken weer schrijven.", "You can write to this person again after four weeks."),
    ("reply_about_vacancy", "Je hebt deze persoon al over deze vacature geschreven.", "You have written to this person about this volunteer role already."),
    ("not_in_profile", "Dit staat niet in je gegevens. Vul het daar eerst in.", "This is not in your details. Add it there first."),
    ("quarters", "Schrijf uren op in kwartieren, zoals 1,25 of 2,5.", "Write hours in quarters, such as 1.25 or 2.5."),
    ("hours_of_day", "Op deze dag heb je al {hours} uur opgeschreven. Samen kan het niet meer dan 24 uur zijn.", "You have {hours} hours on this day already. Together they can't be more than 24."),
    ("not_yet", "Deze dag moet nog komen. Kies vandaag of eerder.", "This day is still to come. Choose today or earlier."),
    ("too_long_ago", "Dit is langer dan een jaar geleden. Vraag de organisatie om het op te schrijven.", "This is more than a year ago. Ask the organisation to write it down."),
    ("no_confirmed_hours", "In deze periode is er nog niets bevestigd. Kies een andere periode.", "Nothing was confirmed in this period yet. Choose another period."),
    ("not_there", "Hiervoor ben je niet aangevinkt als aanwezig.", "You weren’t checked in for this."),
    ("hours_for_one", "Kies waarvoor de uren zijn: een vacature, een activiteit of een organisatie.", "Choose what the hours are for: a volunteer role, an activity or an organisation."),
    ("not_signed_up_that_day", "Je was op die dag niet aangemeld voor deze activiteit. Kies een andere dag.", "You were not signed up for this activity on that day. Choose another day."),
    ("hours_are_there", "Dit staat er voor die week al.", "This is there for that week already."),
    ("hours_not_possible", "Hiervoor kun je geen uren meer opschrijven.", "You can no longer write down hours for this."),
    ("nobody_signed_up", "Er is niemand om aan te schrijven. Kies een andere datum of andere mensen.", "There is nobody to write to. Choose another date or other people."),
    ("workshops_only", "Namens een organisatie aanmelden kan alleen bij een workshop.", "Signing up for an organisation is possible for workshops only."),
    ("timestamp", "Dit is geen geldig moment. Een voorbeeld: 2026-11-21T19:30:00Z.", "This is not a valid moment. An example: 2026-11-21T19:30:00Z."),
    ("one_date_only", "Een andere dag kan alleen voor één keer. Verander anders de herhaling.", "Another day is possible for one time only. Otherwise change the repetition."),
    ("ends_before", "De eindtijd ligt voor de begintijd. Kies een latere tijd.", "The end is before the start. Choose a later time."),
    ("reason_required", "Geef een reden.", "Give a reason."),
    ("reason_words", "Leg in je eigen woorden uit waarom.", "Explain why in your own words."),
    ("read_only", "Dit kun je hier niet wijzigen.", "This can't be changed here."),
    ("other_row", "Dit gaat over iets anders dan het adres van het verzoek.", "This is about something else than the address of the request."),
    ("contradicts", "Dit staat er twee keer, en niet hetzelfde.", "This is said twice, and not the same."),
    ("safety_rules", "Lees de regels voor veilig helpen en vink aan dat je meedoet.", "Read the rules for helping safely and tick that you’ll keep to them."),
    ("from_16", "Dit kan vanaf 16 jaar. Ben je jonger? Vraag samen met een ouder of verzorger, of bel ons. Dan zoeken we samen verder.", "You can do this from the age of 16. Are you younger? Ask together with a parent or carer, or call us. Then we look further together."),
    ("fixed", "Dit ligt vast. Maak iets nieuws als het anders moet.", "This is fixed. Make a new one if it has to be different."),
    ("school_only", "Dit kan alleen bij een school.", "This is possible for a school only."),
    ("cycle", "Dit kan niet onder zichzelf hangen. Kies een ander.", "This can't be placed under itself. Choose another one."),
    ("incomplete", "De lijst is niet compleet: er ontbreken er {count}. Laad opnieuw en probeer het nog eens.", "The list is not complete: {count} are missing. Reload and try again."),
    ("unchanged", "Er is niets gewijzigd. Pas de tekst aan en probeer het opnieuw.", "Nothing was changed. Edit the text and try again."),
    ("depth", "Dit staat te diep: maximaal {max} lagen.", "This is too deep: {max} levels at most."),
    ("application_over", "Deze aanmelding is afgesloten, of nog niet bij de organisatie.", "This application is over, or not with the organisation yet."),
    ("issued_on", "Kies een dag tot en met vandaag, van de laatste 15 jaar.", "Choose a day up to today, of the last 15 years."),
    ("valid_until", "Kies een dag vanaf vandaag, na de datum op het papier, binnen 15 jaar.", "Choose a day from today, after the date on the paper, within 15 years."),
    ("number_of_paper", "Neem geen nummer over van het papier. Haal de cijfers weg.", "Don't copy a number from the paper. Remove the digits."),
    ("saw_it", "Vink aan dat je het papier zelf hebt gezien.", "Tick that you have seen the paper yourself."),
    ("not_found", "Dit bestaat niet of hoort niet bij jou.", "This does not exist or is not yours."),
    ("date", "Dit is geen geldige datum. Een voorbeeld: 2026-11-21.", "This is not a valid date. An example: 2026-11-21."),
    ("birth_date", "Dit is geen geboortedatum. Een voorbeeld: 9-3-1958.", "This is not a date of birth. An example: 9-3-1958."),
    ("birth_date_stays", "Klopt je geboortedatum niet? Vraag het vrijwilligerspunt om die te wijzigen.", "Is your date of birth wrong? Ask the volunteer centre to change it."),
    ("too_young", "Wie jonger is dan {min} jaar, kan geen account krijgen.", "Anyone under {min} can't have an account."),
    ("guardian_needed", "Je bent nog jong. Vul het e-mailadres van een ouder of verzorger in.", "You are still young. Fill in the email address of a parent or guardian."),
    ("guardian_is_you", "Dit is je eigen adres. Vul het adres van een ouder of verzorger in.", "This is your own address. Fill in that of a parent or guardian."),
    ("guardian_says", "Alleen je ouder of verzorger kan dit kiezen, met de link in de mail.", "Only your parent or guardian can decide this, with the link in the email."),
    ("form_options", "Vul minstens twee verschillende antwoorden in.", "Enter at least two different options."),
    ("form_condition", "Kies een vraag die hoger in het formulier staat.", "Choose a question higher up in the form."),
    ("form_erases", "Kies een laatste dag: daarna wissen we wat er is ingestuurd.", "Choose a last day: what was sent is erased after it."),
    ("form_dates", "De laatste dag ligt voor de eerste. Kies een latere dag.", "The last day is before the first. Choose a later day."),
    ("form_not_yet", "Je kunt dit formulier nog niet invullen. Het opent op {opens_on_nl}.", "You can't fill in this form yet. It opens on {opens_on_en}."),
    ("form_closed", "Dit formulier is gesloten. Je kunt het niet meer invullen.", "This form is closed. You can no longer fill it in."),
    ("form_full", "Dit formulier is vol: er zijn genoeg antwoorden.", "This form is full: there are enough answers."),
    ("form_answered", "Je hebt dit formulier al ingevuld. Dat kan één keer.", "You have already filled in this form. You can do so once."),
    ("form_too_fast", "Dat ging erg snel. Wacht even en verstuur het opnieuw.", "That was very quick. Wait a moment and send it again."),
    ("form_invitations", "Zet het formulier eerst online, voor mensen met een uitnodiging.", "First open the form, for people with an invitation."),
    ("unknown_organization", "Er is hier geen organisatie met deze naam. Schrijf de naam zoals die in de lijst met organisaties staat.", "There is no organisation of this name here. Write the name as it stands in the list of organisations."),
    ("several_organizations", "Er zijn meer organisaties met deze naam. Geef ze eerst verschillende namen.", "There is more than one organisation of this name. Give them different names first."),
    ("role_needs_organization", "Bij deze rol hoort een organisatie. Vul de naam in.", "This role is over an organisation. Fill in its name."),
    ("role_needs_school", "Deze rol kan alleen bij een school.", "This role is only possible at a school."),
    ("organization_needs_role", "Schrijf erbij welke rol deze persoon bij de organisatie heeft.", "Say which role this person has at the organisation."),
    ("role_not_yours", "Deze rol mag je niet geven. Kies een andere.", "You can't give this access. Choose another."),
    ("address_twice", "Dit adres staat ook op regel {line}, met een andere naam. Iedereen heeft een eigen adres nodig.", "This address stands on line {line} too, with another name. Everybody needs an address of their own."),
    ("kvk_twice", "Dit KvK-nummer staat ook op regel {line}, met een andere naam. Elke organisatie heeft een eigen nummer.", "This registration number (KvK) stands on line {line} too, with another name. Every organisation has a number of its own."),
    ("file_size", "Het bestand is te groot. Maximaal 10 MB.", "The file is too large. The maximum is 10 MB."),
    ("file_rows", "Het bestand heeft te veel regels: maximaal {max}. Splits het in kleinere bestanden.", "The file has too many rows: no more than {max}. Split it into smaller files."),
    ("file_columns", "Het bestand heeft te veel kolommen: maximaal {max}. Laat de kolommen weg die je niet nodig hebt.", "The file has too many columns: {max} at most. Leave out those that you don't need."),
    ("file_text", "Er staat te veel in het bestand. Houd alleen de lijst over, of splits die in kleinere bestanden.", "There is too much in the file. Keep the list only, or split it into smaller files."),
    ("file_cell", "In een cel op regel {line} staat te veel tekst: maximaal {max} tekens.", "A cell on line {line} holds too much text: {max} characters at most."),
    ("file_empty", "Er staan geen regels in het bestand. De eerste regel is de kop, daaronder staat de lijst.", "There are no rows in the file. The first row is the header, the list stands below it."),
    ("file_unreadable", "Dit bestand kunnen we niet lezen. Sla het op als CSV, XLSX of ODS.", "We can't read this file. Save it as CSV, XLSX or ODS."),
    ("file_open_quote", "Op regel {line} begint een tekst met een aanhalingsteken (\"), maar waar die tekst stopt is niet duidelijk. Zet er ook een aanhalingsteken achter, of haal het weg. Je kunt het bestand ook opslaan als XLSX.", "On line {line} a text begins with a quotation mark (\"), but it is not clear where it ends. Put one behind it too, or take it away. You can also save the file as XLSX."),
    ("surplus_cells", "Op deze regel staat meer dan er kolommen zijn. Geef elke kolom een naam in de kop. Hoort een komma of puntkomma bij de tekst? Zet die tekst tussen aanhalingstekens.", "This line has more on it than there are columns. Name every column in the header. Is a comma or semicolon part of a text? Put that text between quotation marks."),
    ("faulty_rows", "Er staan nog fouten in het bestand. Verbeter ze, of importeer alleen de goede regels.", "There are still errors in the file. Correct them, or import only the correct rows."),
    ("column_email", "Er is geen kolom met e-mailadressen. Wijs die kolom aan.", "There is no column of email addresses. Point out which it is."),
    ("column_name", "Er is geen kolom met de namen van de organisaties. Wijs die kolom aan.", "There is no column of names of organisations. Point out which it is."),
    ("column_twice", "Twee kolommen kunnen niet hetzelfde zijn.", "Two columns can't be the same."),
    ("gtag_id", "Vul de code in zoals Google die toont. Bijvoorbeeld: G-AB12CD34EF", "Fill in the id as Google shows it. For example: G-AB12CD34EF"),
    ("other_type", "Deze twee organisaties zijn niet van dezelfde soort. Kies een andere.", "These two organisations are not of the same kind. Choose another one."),
    ("color", "Dit is geen geldige kleur. Een voorbeeld: #057c79.", "This is not a valid colour. An example: #057c79."),
];

impl Code {
    /// Every code, in the order of docs/api.md.
    pub fn all() -> impl Iterator<Item = Self> {
        TEXTS.iter().map(|row| row.0)
    }

    fn row(self) -> &'static Row {
        // Every code has a row: verified by a test below.
        TEXTS.iter().find(|row| row.0 == self).unwrap_or(&UNKNOWN)
    }

    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.row().1).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// `Retry-After` in seconds, if the request may succeed later without changes.
    pub fn retry_after(self) -> Option<i64> {
        match self {
            Self::RateLimited
            | Self::TooManyChanges
            | Self::Maintenance
            | Self::InsufficientStorage
            | Self::ImportBusy => Some(60),
            Self::TimedOut | Self::BulkEditRunning | Self::OwnImportBusy => Some(5),
            _ => None,
        }
    }

    /// The identifier on the wire.
    pub fn as_str(self) -> &'static str {
        self.row().2
    }

    /// What the log and the terminal say instead of the words for visitors, where those would mislead: whoever runs the
    /// program is the one who can do something.
    pub fn for_operators(self) -> Option<&'static str> {
        match self {
            Self::Internal => {
                Some("something went wrong here; the lines of the log before this say what")
            }
            Self::Maintenance => {
                Some("this tenant or its file cannot be used now; 'voluntr doctor' says why")
            }
            Self::TimedOut => Some("it took longer than it may"),
            Self::InsufficientStorage => Some(
                "the disk has no room for what is written; make room, it goes on by itself after that",
            ),
            Self::NotFound => Some("what was asked for is not there"),
            Self::RequestTimeout => Some("the request did not arrive in time"),
            Self::RateLimited | Self::ImportBusy => {
                Some("it was asked too often or at the same time")
            }
            _ => None,
        }
    }

    pub fn title(self, locale: Locale) -> &'static str {
        pick(self.row().3, locale)
    }

    pub fn detail(self, locale: Locale) -> &'static str {
        pick(self.row().4, locale)
    }
}

fn pick(texts: [&'static str; 2], locale: Locale) -> &'static str {
    match (locale, texts) {
        (Locale::Nl, [nl, _]) => nl,
        (Locale::En, [_, en]) => en,
    }
}

/// What is left of a text of which every sentence has a fact that is not there.
const NOT_SAID: [&str; 2] = [
    "Dit kan niet. Controleer wat je hebt gestuurd en probeer het opnieuw.",
    "This is not possible. Check what you have sent and try again.",
];

/// Texts for an impersonating admin, to whom the usual ones would describe the user's permissions.
const AS_ANOTHER: [&str; 2] = [
    "Dit kan niet zolang je bent ingelogd als iemand anders.",
    "You can't do this while you're signed in as someone else.",
];

/// Text for a student or mentor role at an organisation that is not a school.
const NOT_A_SCHOOL: [&str; 2] = [
    "Leerlingen en mentoren horen bij een school. Deze organisatie is geen school.",
    "Students and mentors belong to a school. This organisation is not a school.",
];

/// Text for who puts a full vacancy online.
const NO_PLACE_LEFT: [&str; 2] = [
    "Alle plekken van deze vacature zijn bezet. Verhoog eerst het aantal plekken.",
    "All places of this vacancy are taken. First raise the number of places.",
];

/// Texts for an applicant whose mentor said no, and for one who has withdrawn twice.
const REJECTED_BY_MENTOR: [&str; 2] = [
    "Je school vindt deze vacature niet geschikt voor je. Wil je die toch doen? Vraag het je mentor: die kan je aanmelden.",
    "Your school does not think this vacancy suits you. Do you want it all the same? Ask your mentor, who can register you.",
];
const WITHDRAWN_AGAIN: [&str; 2] = [
    "Je hebt je aanmelding voor deze vacature al twee keer ingetrokken. Wil je toch nog meedoen? Vraag het de organisatie of het vrijwilligerspunt.",
    "You have withdrawn from this vacancy twice already. Do you want to take part after all? Ask the organisation or the volunteer centre.",
];

/// Texts where letters are counted: for one mailbox, and for whoever sends them.
const LETTERS_TO_MAILBOX: [&str; 2] = [
    "Naar dit e-mailadres zijn het afgelopen uur al veel e-mails gestuurd. Probeer het over een uur opnieuw.",
    "Many emails have been sent to this address in the past hour. Try again in an hour.",
];
const LETTERS_SENT: [&str; 2] = [
    "Er zijn het afgelopen uur zoveel e-mails verstuurd dat er even niets bij kan. Wacht een uur en verstuur dan de rest.",
    "So many emails have been sent in the past hour that no more can be added now. Wait an hour, then send the rest.",
];

/// Text for a session of an inactive account, which may read.
const INACTIVE: [&str; 2] = [
    "Je account is niet actief. Je kunt wel kijken, maar niets veranderen. Bevestig je e-mailadres, of vraag een nieuw wachtwoord aan.",
    "Your account is not active. You can look around, but not change anything. Confirm your email address, or ask for a new password.",
];

pub(super) fn refusal(refusal: &Refusal, locale: Locale) -> Value {
    let code = refusal.code;
    let mut error = Map::new();
    error.insert("status".to_owned(), code.status().as_str().into());
    error.insert("code".to_owned(), code.as_str().into());
    error.insert("title".to_owned(), code.title(locale).into());
    let reason = refusal.meta.get("reason").and_then(Value::as_str);
    let detail = match reason {
        Some("impersonating") => pick(AS_ANOTHER, locale),
        Some("no_place_left") => pick(NO_PLACE_LEFT, locale),
        Some("rejected_by_mentor") => pick(REJECTED_BY_MENTOR, locale),
        Some("withdrawn_again") => pick(WITHDRAWN_AGAIN, locale),
        Some("inactive") => pick(INACTIVE, locale),
        Some("not_a_school") => pick(NOT_A_SCHOOL, locale),
        Some("letters_to_mailbox") => pick(LETTERS_TO_MAILBOX, locale),
        Some("letters_of_account" | "letters_of_organization" | "letters_of_tenant") => {
            pick(LETTERS_SENT, locale)
        }
        _ => code.detail(locale),
    };
    // The sentence of a reason has facts of its own.
    let because = reason.and_then(|reason| reasons::sentence(reason, locale));
    let because = because.and_then(|text| fill(text, &refusal.meta, locale));
    let mut facts = refusal.meta.clone();
    facts.remove("reason");
    if code == Code::InvalidTransition
        && let Some(allowed) = facts.get_mut("allowed")
    {
        *allowed = event_words::told(allowed, locale);
    }
    if let Some(because) = because {
        facts.insert("reason".to_owned(), because.into());
    }
    let filled = fill(detail, &facts, locale);
    let filled = filled.unwrap_or_else(|| pick(NOT_SAID, locale).to_owned());
    error.insert("detail".to_owned(), filled.into());
    if let Some(source) = source_of(refusal) {
        let source = match source {
            Source::Pointer(pointer) => json!({ "pointer": pointer }),
            Source::Parameter(name) => json!({ "parameter": name }),
            Source::Header(name) => json!({ "header": name }),
        };
        error.insert("source".to_owned(), source);
    }
    if code == Code::UnknownContext {
        error.insert("source".to_owned(), json!({ "header": "App-Context" }));
    }
    if !refusal.meta.is_empty() {
        error.insert("meta".to_owned(), Value::Object(refusal.meta.clone()));
    }
    Value::Object(error)
}

/// The part of the request that is refused. A refused filter, sort or relation names its parameter itself.
fn source_of(refusal: &Refusal) -> Option<Source> {
    let named = || {
        let name = refusal.meta.get("name").and_then(Value::as_str)?;
        match refusal.code {
            Code::InvalidFilter => {
                let parameter = name.split('=').next().unwrap_or(name);
                Some(Source::Parameter(parameter.to_owned()))
            }
            Code::InvalidInclude => Some(Source::Parameter("include".to_owned())),
            _ => None,
        }
    };
    refusal.source.clone().or_else(named)
}

pub(super) fn field_error(fault: &FieldFault, locale: Locale) -> Value {
    let limits = &fault.limits;
    let key = match fault.rule.as_str() {
        rule @ ("length" | "range") => {
            match (limits.contains_key("min"), limits.contains_key("max")) {
                (true, false) => format!("{rule}_min"),
                (false, true) => format!("{rule}_max"),
                _ => rule.to_owned(),
            }
        }
        "type" => expected(limits).0.to_owned(),
        "unknown" if fault.pointer.ends_with("/token") => "unknown_link".to_owned(),
        rule => rule.to_owned(),
    };
    let name = field_names::of(&fault.pointer, locale);
    let mut facts = limits.clone();
    facts.insert("expected".to_owned(), expected(limits).1.into());
    // A field that is not known is named as it was sent.
    let sent = fault.pointer.rsplit('/').next().unwrap_or_default();
    let field = (key == "unknown").then_some(sent).or(name.as_deref());
    facts.insert("field".to_owned(), field.unwrap_or_default().into());
    // Without what it would name, a sentence says less and not nothing.
    let bare = format!("{key}_bare");
    let told = [key.as_str(), bare.as_str(), "not_valid", "not_valid_bare"];
    let detail = told
        .into_iter()
        .filter_map(rule_text)
        .find_map(|texts| fill(pick(texts, locale), &facts, locale))
        .unwrap_or_default();
    let mut meta = limits.clone();
    if fault.rule == "type" {
        // The parser's own words are English and say what the detail says in the reader's language.
        meta.remove("reason");
        if key == "type_choice" {
            let allowed = expected(limits).1;
            let allowed: Vec<&str> = allowed.split(", ").collect();
            meta.insert("allowed".to_owned(), allowed.into());
        }
    }
    if let Some(name) = name {
        meta.insert("field".to_owned(), name.into());
    }
    // Clients of JSON:API put an error beside the attribute or relationship that it names.
    let members = ["/data/attributes/", "/data/relationships/"];
    let within = members
        .iter()
        .find_map(|member| fault.pointer.strip_prefix(member));
    if let Some(member) = within.and_then(|path| path.split('/').next()) {
        meta.insert("attribute".to_owned(), member.into());
    }
    meta.insert("rule".to_owned(), Value::String(fault.rule.clone()));
    json!({
        "status": "422",
        "code": Code::Invalid.as_str(),
        "title": Code::Invalid.title(locale),
        "detail": detail,
        "source": { "pointer": fault.pointer },
        "meta": meta,
    })
}

fn rule_text(rule: &str) -> Option<[&'static str; 2]> {
    let (_, nl, en) = RULES.iter().find(|(known, _, _)| *known == rule)?;
    Some([nl, en])
}

#[cfg(test)]
mod tests;
