// Above a page that is not in its reader's language: nobody translated it.
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../lib/locale/language.ts';

export function ForeignNotice({ of }: { of: Language }) {
  const { t } = useTranslation('content-show');
  return (
    <div className="page content-only">
      <p>{t(`only_${of}`)}</p>
    </div>
  );
}
