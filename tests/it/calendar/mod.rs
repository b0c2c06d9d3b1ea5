mod recurrence;
