// Roles in words. Which roles there are is said by the words themselves, so that no screen knows one.

import { useTranslation } from 'react-i18next';
import type { Role } from '../../api/schema.d.ts';
import { serverWords } from '../locale/server-words.ts';

export interface RoleWords {
  nameOf: (role: string) => string;
  /** 'Contactpersoon bij Taalhuis' */
  fullName: (role: Held) => string;
  placeOf: (role: Held) => string;
  explain: (role: string) => string;
  names: readonly string[];
}

export type Held = Pick<Role, 'name' | 'scopeType' | 'scopeName'>;

export function useRoleWords(): RoleWords {
  const { t, i18n } = useTranslation('roles');
  const known = t('name', { returnObjects: true }) as unknown as Record<string, string>;
  const nameOf = (role: string): string =>
    i18n.exists(`roles:name.${role}`) ? serverWords(t)(`name.${role}`) : role;
  const placeOf = ({ scopeType, scopeName }: Held): string =>
    scopeName ?? (scopeType === 'tenant' ? t('everywhere') : '');
  return {
    nameOf,
    placeOf,
    fullName(role) {
      const place = placeOf(role);
      return place === '' ? nameOf(role.name) : t('at', { role: nameOf(role.name), place });
    },
    explain: (role) => (i18n.exists(`roles:explain.${role}`) ? serverWords(t)(`explain.${role}`) : ''),
    names: Object.keys(known),
  };
}
