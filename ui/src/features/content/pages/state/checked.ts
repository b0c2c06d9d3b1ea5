// What is checked of a page, by subject: a subject that no check names is in order.
export const CHECKED = ['pictures', 'headings', 'links', 'fields', 'search'] as const;
export type Checked = (typeof CHECKED)[number];

const CODES: Readonly<Record<Checked, readonly string[]>> = {
  pictures: ['alt_text', 'no_picture'],
  headings: ['heading_order', 'no_heading'],
  links: ['link_text', 'link_target', 'broken_link'],
  fields: ['required', 'no_blocks', 'capitals', 'long_text', 'template_text'],
  search: ['meta_title', 'meta_description', 'no_description'],
};

export const isAbout = (subject: Checked, code: string): boolean => CODES[subject].includes(code);

/** A field of the page as this app spells it. */
export const fieldOfPage = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
