// The words and names of Dutch, for the strength of a password.
import { dictionary } from '@zxcvbn-ts/language-nl-be';

export const words: Record<string, (string | number)[]> = dictionary;
