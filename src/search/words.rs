//! Words that a question may leave out. Data only.

/// Stop words, ignored unless a query contains nothing else.
pub const STOP_WORDS: &[&str] = &[
    "aan", "als", "an", "and", "at", "bij", "dat", "de", "den", "der", "die", "dit", "door", "een",
    "en", "er", "for", "het", "iets", "ik", "in", "is", "je", "met", "mijn", "naar", "of", "om",
    "on", "ook", "op", "or", "over", "te", "the", "to", "tot", "uit", "van", "voor", "was", "wat",
    "wie", "wil", "with", "ze", "zijn", "i", "my", "a", "be", "some", "someone", "somebody",
    "iemand", "hun", "zijn", "haar", "we", "wij", "mij", "me", "kan", "kun", "kunnen", "can",
    "als", "dan", "die", "ga", "mensen", "people",
];

/// Words that say that somebody looks for voluntary work: every vacancy is that.
pub const USUAL_WORDS: &[&str] = &[
    "vrijwilliger",
    "vrijwilligers",
    "vrijwilligerswerk",
    "vrijwillig",
    "vacature",
    "vacatures",
    "werk",
    "werken",
    "doen",
    "willen",
    "graag",
    "worden",
    "gezocht",
    "zoek",
    "zoeken",
    "leuk",
    "leuke",
    "volunteer",
    "volunteers",
    "volunteering",
    "voluntary",
    "work",
    "working",
    "vacancy",
    "job",
    "jobs",
    "want",
    "like",
    "looking",
    "wanted",
];
