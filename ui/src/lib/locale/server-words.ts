// Words whose key is partly said by the server: a kind, a reason, a step. tsc cannot know those parts.
type Say = (key: string | readonly string[], options?: object) => string;

/** `t` for such a key; every other key is checked by tsc. */
export const serverWords = (t: unknown): Say => t as Say;
