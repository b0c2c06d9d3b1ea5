// How hard a password is to guess, in three words. Pure; the server decides.

export const PASSWORD_LENGTH = 12;

export type Strength = 'empty' | 'short' | 'weak' | 'good' | 'strong';

const COMMON = ['wachtwoord', 'password', 'welkom01', 'welkom123', 'qwerty', '123456', 'abcdef'];

export function passwordStrength(password: string): Strength {
  const length = [...password].length;
  if (length === 0) return 'empty';
  if (length < PASSWORD_LENGTH) return 'short';
  const lower = password.toLowerCase();
  const isCommon = COMMON.some((word) => lower.startsWith(word) && length < word.length + 8);
  if (isCommon || new Set(lower).size < 5) return 'weak';
  return length >= 16 ? 'strong' : 'good';
}

export const missingSigns = (password: string): number => PASSWORD_LENGTH - [...password].length;
