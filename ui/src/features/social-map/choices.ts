// The fixed lists of the social map: for whom, and in which language.
export const AUDIENCES = [
  'children',
  'young_people',
  'families',
  'older_people',
  'carers',
  'newcomers',
  'people_with_a_disability',
  'people_with_little_money',
] as const;
export const SPOKEN = ['en', 'de', 'fr', 'ar', 'tr', 'pl', 'uk', 'ti'] as const;
export const WEEK = ['1', '2', '3', '4', '5', '6', '7'] as const;
