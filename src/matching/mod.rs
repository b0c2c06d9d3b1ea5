//! Matching of people and vacancies (docs/domain/matching.md): gates that exclude, a score per dimension, fairness
//! between organisations, and the reasons as facts without words. Pure functions: no database, no clock, no language.
//!
//! Nothing here knows somebody's age, gender or origin. The one use of an age is the gate of a vacancy's minimum age,
//! which is given the answer, not the age.

mod facts;
mod gates;
mod rank;
mod score;
pub mod weights;

pub use facts::{Offer, Point, Preferences, Rhythm, SocialSetting, Theme, slot_of};
pub use gates::{Candidate, Gate, NotForThem, Standing, gate};
pub use rank::{Choice, Others, Ranking, rank_offers, rank_people, rank_similar};
pub use score::{Dimension, Fact, Match, explain, score};
