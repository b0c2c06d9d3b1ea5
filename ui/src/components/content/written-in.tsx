// Above a text of somebody that is not in its reader's language.
import { useTranslation } from 'react-i18next';
import type { Language } from '../../lib/locale/language.ts';

export function WrittenIn({ lang }: { lang: Language | undefined }) {
  const { t } = useTranslation('components');
  return lang ? <p className="soft written-in">{t(`written.${lang}`)}</p> : null;
}
