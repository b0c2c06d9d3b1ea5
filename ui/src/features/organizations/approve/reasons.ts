// Why an organisation is not approved.
export const DENIAL_REASONS = [
  'outside_area',
  'for_profit',
  'not_an_organization',
  'duplicate',
  'information_insufficient',
  'against_rules',
  'other',
] as const;
