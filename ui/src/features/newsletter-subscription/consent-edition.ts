// Which sentence somebody agreed to when they asked for the newsletter. Another sentence (`form.consent`) is another edition.
export const CONSENT_EDITION = '2026-11';
