//! Default taxonomies of a new tenant: tags, age groups, activity types, organisation types, skills,
//! languages, kinds of activities and whom they are for.

use std::collections::HashMap;

use rusqlite::{Connection, named_params};

/// Taxonomy, key, Dutch name, English name, icon.
type Term = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const TERMS: &[Term] = &[
    ("tags", "once", "Eén keer", "Once", "calendar"),
    ("tags", "regularly", "Regelmatig", "Regularly", "calendar"),
    (
        "tags",
        "flexible",
        "Ik kies zelf wanneer",
        "I choose when",
        "clock",
    ),
    (
        "tags",
        "multipleDates",
        "Op verschillende dagen",
        "On several dates",
        "calendar",
    ),
    (
        "tags",
        "multi_day",
        "Meer dagen achter elkaar",
        "Several days in a row",
        "calendar",
    ),
    (
        "tags",
        "free",
        "Vrij toegankelijk, geen VOG nodig",
        "Open to all, no certificate needed",
        "heart",
    ),
    (
        "tags",
        "weekend",
        "In het weekend",
        "At the weekend",
        "calendar",
    ),
    ("tags", "evenings", "’s Avonds", "In the evening", "clock"),
    (
        "tags",
        "no_experience",
        "Geen ervaring nodig",
        "No experience needed",
        "heart",
    ),
    (
        "tags",
        "wheelchair",
        "Toegankelijk met rolstoel",
        "Wheelchair accessible",
        "people",
    ),
    (
        "tags",
        "learning_dutch",
        "Ook als je Nederlands leert",
        "Also if you are learning Dutch",
        "lang",
    ),
    (
        "tags",
        "together",
        "Samen met iemand anders",
        "Together with someone else",
        "people",
    ),
    (
        "tags",
        "from_home",
        "Kan vanuit huis",
        "Can be done from home",
        "laptop",
    ),
    (
        "tags",
        "children",
        "Met kinderen",
        "With children",
        "people",
    ),
    ("age_groups", "under_18", "Tot 18 jaar", "Under 18", ""),
    (
        "age_groups",
        "18_26",
        "18 tot en met 26 jaar",
        "18 to 26",
        "",
    ),
    (
        "age_groups",
        "27_45",
        "27 tot en met 45 jaar",
        "27 to 45",
        "",
    ),
    (
        "age_groups",
        "46_65",
        "46 tot en met 65 jaar",
        "46 to 65",
        "",
    ),
    ("age_groups", "over_65", "Ouder dan 65 jaar", "Over 65", ""),
    (
        "activity_types",
        "people",
        "Met mensen",
        "With people",
        "people",
    ),
    (
        "activity_types",
        "care",
        "Zorg en hulp",
        "Care and help",
        "hand",
    ),
    (
        "activity_types",
        "nature",
        "Natuur en dieren",
        "Nature and animals",
        "leaf",
    ),
    (
        "activity_types",
        "language",
        "Taal en leren",
        "Language and learning",
        "lang",
    ),
    (
        "activity_types",
        "tech",
        "Klussen en techniek",
        "Odd jobs and technology",
        "tools",
    ),
    (
        "activity_types",
        "sport",
        "Sport en spel",
        "Sport and games",
        "ball",
    ),
    (
        "activity_types",
        "transport",
        "Rijden en bezorgen",
        "Driving and delivering",
        "bus",
    ),
    (
        "activity_types",
        "from_home",
        "Vanuit huis",
        "From home",
        "laptop",
    ),
    (
        "activity_types",
        "food",
        "Koken en eten",
        "Cooking and eating",
        "heart",
    ),
    (
        "activity_types",
        "culture",
        "Kunst en cultuur",
        "Arts and culture",
        "star",
    ),
    (
        "activity_types",
        "events",
        "Feesten en evenementen",
        "Parties and events",
        "calendar",
    ),
    (
        "activity_types",
        "board",
        "Bestuur en organisatie",
        "Boards and organising",
        "check",
    ),
    (
        "non_profit_types",
        "care",
        "Zorg en gezondheid",
        "Care and health",
        "",
    ),
    ("non_profit_types", "welfare", "Welzijn", "Welfare", ""),
    ("non_profit_types", "sport", "Sport", "Sport", ""),
    (
        "non_profit_types",
        "culture",
        "Kunst, cultuur en evenementen",
        "Arts, culture and events",
        "",
    ),
    (
        "non_profit_types",
        "education",
        "Onderwijs en taal",
        "Education and language",
        "",
    ),
    (
        "non_profit_types",
        "nature",
        "Natuur, milieu en dieren",
        "Nature, environment and animals",
        "",
    ),
    (
        "non_profit_types",
        "neighbourhood",
        "Buurt en dorp",
        "Neighbourhood and village",
        "",
    ),
    ("non_profit_types", "youth", "Jeugd", "Youth", ""),
    (
        "non_profit_types",
        "faith",
        "Kerk en levensbeschouwing",
        "Faith and philosophy",
        "",
    ),
    ("non_profit_types", "other", "Anders", "Other", ""),
    ("skills", "listening", "Luisteren", "Listening", ""),
    ("skills", "teaching", "Uitleggen", "Explaining", ""),
    ("skills", "organising", "Organiseren", "Organising", ""),
    (
        "skills",
        "administration",
        "Administratie",
        "Administration",
        "",
    ),
    ("skills", "computers", "Computers", "Computers", ""),
    ("skills", "writing", "Schrijven", "Writing", ""),
    ("skills", "languages", "Talen", "Languages", ""),
    ("skills", "cooking", "Koken", "Cooking", ""),
    ("skills", "gardening", "Tuinieren", "Gardening", ""),
    ("skills", "handicraft", "Handwerk", "Crafts", ""),
    ("skills", "repairs", "Klussen", "Repairs", ""),
    ("skills", "driving", "Rijden", "Driving", ""),
    ("skills", "caring", "Zorgen", "Caring", ""),
    ("skills", "music", "Muziek", "Music", ""),
    (
        "skills",
        "sports",
        "Sport en bewegen",
        "Sport and exercise",
        "",
    ),
    (
        "skills",
        "hosting",
        "Gasten ontvangen",
        "Welcoming guests",
        "",
    ),
    ("languages", "nl", "Nederlands", "Dutch", ""),
    ("languages", "en", "Engels", "English", ""),
    ("languages", "de", "Duits", "German", ""),
    ("languages", "fr", "Frans", "French", ""),
    ("languages", "es", "Spaans", "Spanish", ""),
    ("languages", "tr", "Turks", "Turkish", ""),
    ("languages", "ar", "Arabisch", "Arabic", ""),
    (
        "languages",
        "zgh",
        "Tamazight (Berbers)",
        "Tamazight (Berber)",
        "",
    ),
    ("languages", "pl", "Pools", "Polish", ""),
    ("languages", "uk", "Oekraïens", "Ukrainian", ""),
    (
        "languages",
        "fa",
        "Perzisch (Farsi, Dari)",
        "Persian (Farsi, Dari)",
        "",
    ),
    ("languages", "ti", "Tigrinya", "Tigrinya", ""),
    ("languages", "so", "Somalisch", "Somali", ""),
    ("languages", "pap", "Papiaments", "Papiamento", ""),
    (
        "activity_categories",
        "meet",
        "Ontmoeten",
        "Meeting people",
        "",
    ),
    (
        "activity_categories",
        "eat",
        "Samen eten",
        "Eating together",
        "",
    ),
    ("activity_categories", "move", "Bewegen", "Exercise", ""),
    ("activity_categories", "learn", "Leren", "Learning", ""),
    ("activity_categories", "language", "Taal", "Language", ""),
    ("activity_categories", "create", "Creatief", "Creative", ""),
    (
        "activity_categories",
        "nature",
        "Natuur en tuin",
        "Nature and gardens",
        "",
    ),
    (
        "activity_categories",
        "culture",
        "Muziek en cultuur",
        "Music and culture",
        "",
    ),
    (
        "activity_categories",
        "repair",
        "Repareren",
        "Repairing",
        "",
    ),
    (
        "activity_categories",
        "volunteering",
        "Vrijwilligerswerk",
        "Volunteering",
        "",
    ),
    (
        "activity_categories",
        "information",
        "Informatie en advies",
        "Information and advice",
        "",
    ),
    (
        "activity_categories",
        "party",
        "Feest en uitje",
        "Parties and outings",
        "",
    ),
    ("target_groups", "everyone", "Iedereen", "Everyone", ""),
    ("target_groups", "children", "Kinderen", "Children", ""),
    (
        "target_groups",
        "young_people",
        "Jongeren",
        "Young people",
        "",
    ),
    ("target_groups", "parents", "Ouders", "Parents", ""),
    (
        "target_groups",
        "older_people",
        "Ouderen",
        "Older people",
        "",
    ),
    ("target_groups", "carers", "Mantelzorgers", "Carers", ""),
    (
        "target_groups",
        "newcomers",
        "Nieuw in Nederland",
        "New in the Netherlands",
        "",
    ),
    (
        "target_groups",
        "disability",
        "Mensen met een beperking",
        "People with a disability",
        "",
    ),
    (
        "target_groups",
        "volunteers",
        "Vrijwilligers",
        "Volunteers",
        "",
    ),
    (
        "target_groups",
        "organizations",
        "Organisaties",
        "Organisations",
        "",
    ),
];

/// Inserts missing terms; leaves terms that a centre has changed.
pub fn seed_taxonomies(tx: &Connection, now: &str) -> rusqlite::Result<()> {
    let mut statement = tx.prepare_cached(
        "insert into taxonomies (kind, key, name_nl, name_en, icon, position, created_at, updated_at)
         select :kind, :key, :name_nl, :name_en, :icon, :position, :now, :now
          where not exists (select 1 from taxonomies where kind = :kind and key = :key)",
    )?;
    let mut positions: HashMap<&str, i64> = HashMap::new();
    for (kind, key, name_nl, name_en, icon) in TERMS {
        let position = positions.entry(kind).or_default();
        *position += 1;
        statement.execute(named_params! {
            ":kind": kind, ":key": key, ":name_nl": name_nl, ":name_en": name_en,
            ":icon": (!icon.is_empty()).then_some(icon), ":position": *position, ":now": now,
        })?;
    }
    Ok(())
}

/// Ids of this tenant's terms.
pub struct Terms(HashMap<(String, String), i64>);

impl Terms {
    pub fn read(tx: &Connection) -> rusqlite::Result<Self> {
        let mut statement =
            tx.prepare("select kind, key, id from taxonomies where volunteer_center_id is null")?;
        let rows = statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
        rows.collect::<rusqlite::Result<_>>().map(Self)
    }

    /// Id of a term; `None` if the centre has removed it.
    pub fn id(&self, kind: &str, key: &str) -> Option<i64> {
        self.0.get(&(kind.to_owned(), key.to_owned())).copied()
    }

    pub fn ids(&self, kind: &str, keys: &[String]) -> Vec<i64> {
        keys.iter().filter_map(|key| self.id(kind, key)).collect()
    }
}
