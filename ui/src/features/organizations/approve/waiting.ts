// How long an organisation may wait.

/** A centre says it looks within this many working days. */
export const LATE_AFTER_DAYS = 3;
