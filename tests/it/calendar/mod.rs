mod foreign;
mod recurrence;
