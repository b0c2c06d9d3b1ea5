// How the words were understood, where that is not what was typed. Comes only then.
import { useTranslation } from 'react-i18next';
import type { Understood } from '../../../api/search-answers.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';

export async function loadSearchReading() {
  await loadWords(['search-more']);
  return { default: SearchReading };
}

function SearchReading({ understood }: { understood: Understood }) {
  const { t } = useTranslation('search-more');
  const corrected = Object.entries(understood.corrected ?? {});
  const leftOut = understood.leftOut ?? [];
  return (
    <Notice tone="info" live>
      {corrected.map(([typed, taken]) => (
        <p key={typed}>{t('corrected', { typed, taken })}</p>
      ))}
      {leftOut.length > 0 ? (
        <p>{t('left_out', { words: leftOut.join(', '), count: leftOut.length })}</p>
      ) : understood.isNearest ? (
        <p>{t('nearest')}</p>
      ) : null}
    </Notice>
  );
}
