// What is not as usual: nobody can apply any more, or what was changed is not on the page yet. Comes only then.
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { SEARCH_PATH } from '../../../lib/vacancies/search-url.ts';
import { useSimilar } from './vacancy.store.ts';
import type { Closed } from './vacancy-state.ts';

export interface VacancyNoticesProps {
  vacancy: Vacancy;
  closed: Closed | null;
  onWait: (() => void) | undefined;
}

export function VacancyNotices({ vacancy, closed, onWait }: VacancyNoticesProps) {
  return (
    <>
      {closed ? <ClosedNotice id={vacancy.id} closed={closed} onWait={onWait} /> : null}
      {vacancy.revisionState && vacancy.can.includes('update') ? <WaitingNotice id={vacancy.id} /> : null}
    </>
  );
}

interface ClosedNoticeProps {
  id: string;
  closed: Closed;
  onWait: (() => void) | undefined;
}

function ClosedNotice({ id, closed, onWait }: ClosedNoticeProps) {
  const { t } = useTranslation('vacancy-notices');
  const hasSimilar = useSimilar(id).length > 0;
  return (
    <div className="closed-notice">
      <Notice tone={closed === 'draft' ? 'info' : 'warning'}>
        <p>{t(`closed.${closed}`)}</p>
        {closed === 'draft' ? null : (
          <p className="chip-row">
            {onWait ? <Button onClick={onWait}>{t('wait')}</Button> : null}
            {hasSimilar ? (
              <a href="#similar">{t('see_similar')}</a>
            ) : (
              <ButtonLink href={SEARCH_PATH}>{t('search')}</ButtonLink>
            )}
          </p>
        )}
      </Notice>
    </div>
  );
}

/** For those whose vacancy it is. */
function WaitingNotice({ id }: { id: string }) {
  const { t } = useTranslation('vacancy-notices');
  return (
    <div className="closed-notice">
      <Notice>
        <p>{t('waiting')}</p>
        <p>
          <AppLink href={`/vacancies/${id}/edit`}>{t('waitingLink')}</AppLink>
        </p>
      </Notice>
    </div>
  );
}
