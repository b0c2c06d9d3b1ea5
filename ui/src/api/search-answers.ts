// What the search says besides its results.

/** How the words were understood. */
export interface Understood {
  /** Words that say when or where, which narrow as a filter does. */
  understood?: readonly { words: string; label: string }[];
  /** What was typed, and what it was taken for. */
  corrected?: Readonly<Record<string, string>>;
  leftOut?: readonly string[];
  /** Nothing has all words together. */
  isNearest?: boolean;
}

/** What somebody may be looking for while they type. */
export interface Suggestions {
  vacancies?: readonly { id: string; title: string; organizationName: string }[];
  themes?: readonly { kind: string; value: string; nameNl: string; nameEn: string }[];
  organizations?: readonly { id: string; name: string }[];
  places?: readonly string[];
}
