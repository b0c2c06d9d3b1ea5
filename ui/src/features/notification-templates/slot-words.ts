// What people call a placeholder.
import { useTranslation } from 'react-i18next';
import { insideOf, slotKey } from '../../components/mail/placeholders.ts';
import { serverWords } from '../../lib/locale/server-words.ts';

/** One that has no words yet goes by its own name. */
export function useSlotWords(): (name: string) => string {
  const { t, i18n } = useTranslation('mail-slots');
  return (name) => {
    const key = slotKey(name);
    return i18n.exists(`mail-slots:${key}`) ? serverWords(t)(key) : insideOf(name);
  };
}
