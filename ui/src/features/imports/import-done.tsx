// The last step: what was done, and what is left to do.

import { useTranslation } from 'react-i18next';
import type { Import } from '../../api/schema.d.ts';
import { ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Counts, FaultyButton, isAsking, isMine, wordsOf } from './import-parts.tsx';
import { IMPORT_PATHS } from './import-url.ts';

const LIST_OF_ASKED = '/users?status=asked';
const LIST_OF_NEW = '/users?status=invited&method=imported&sort=-created_at';
const LIST_OF_ORGANIZATIONS = '/organizations?sort=-created_at';

export function ImportDone({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const { result, resource: kind } = found;
  const words = wordsOf(kind);
  if (result === null) return null;
  const { added, invited, known, repeated, faulty } = result;
  return (
    <div className="stack import-body">
      <Notice tone="success" live>
        <p>
          <strong>{t('done.title', { count: added, ...words })}</strong>
        </p>
        <p>{invited > 0 ? t('done.invited', { count: invited, ...words }) : t('done.notInvited', words)}</p>
      </Notice>
      <Counts
        kind={kind}
        counts={[
          { key: 'added', count: added, tone: 'good' },
          { key: 'known', count: known },
          { key: 'repeated', count: repeated },
          { key: 'faulty', count: faulty, tone: faulty > 0 ? 'bad' : undefined },
        ]}
      />
      {faulty > 0 && isMine(found) ? (
        <Card title={t('done.faulty', { count: faulty })} className="stack">
          <p>{t('choice.correctSteps')}</p>
          <ButtonRow>
            <FaultyButton found={found} />
          </ButtonRow>
        </Card>
      ) : null}
      <ButtonRow>
        <ButtonLink
          variant="primary"
          href={kind === 'organizations' ? LIST_OF_ORGANIZATIONS : isAsking() ? LIST_OF_ASKED : LIST_OF_NEW}
        >
          {t('done.list', words)}
        </ButtonLink>
        <ButtonLink icon="upload" href={IMPORT_PATHS[kind]}>
          {t(faulty > 0 ? 'choice.again' : 'done.another')}
        </ButtonLink>
      </ButtonRow>
    </div>
  );
}
