/** A reason or a role, as it stands after a colon or within a sentence: without its capital. */
export const midSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
