// What somebody brings along and what volunteering brings: a vacancy and a profile choose from the same.
export const SKILLS = [
  'listening',
  'teaching',
  'organising',
  'administration',
  'computers',
  'writing',
  'languages',
  'cooking',
  'gardening',
  'handicraft',
  'repairs',
  'driving',
  'caring',
  'music',
  'sports',
  'hosting',
] as const;

export const GAINS = [
  'meet_people',
  'help_others',
  'learn',
  'work_experience',
  'practise_dutch',
  'be_active',
  'be_outdoors',
  'have_fun',
] as const;
