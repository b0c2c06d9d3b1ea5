// Where the newsletter stands on the site.
export const NEWSLETTER_PATH = '/nieuwsbrief';

export const issuePath = (id: string): string => `${NEWSLETTER_PATH}/${encodeURIComponent(id)}`;
