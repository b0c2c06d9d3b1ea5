// What else this person applied for here, for who decides.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import type { Application } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { formatShortDate } from '../../../lib/locale/time.ts';
import { StageBadge } from '../stage-badge.tsx';
import { LIST_PATH } from './list-url.ts';

const SHOWN = 4;

/** Somebody without an account cannot be told from a namesake. */
export function EarlierContact({ application }: { application: Application }) {
  return application.userId === null ? null : <Earlier id={application.id} userId={application.userId} />;
}

function Earlier({ id, userId }: { id: string; userId: string }) {
  const { t } = useTranslation('applications');
  const { items } = useResourceList('applications', {
    filter: { userIdEq: userId },
    page: { size: SHOWN },
    sort: '-created_at',
  });
  const others = items.filter((each) => each.id !== id);
  if (others.length === 0) return null;
  return (
    <PanelSection title={t('earlier.title')}>
      <ul className="earlier">
        {others.map((each) => (
          <li key={each.id}>
            <AppLink href={`${LIST_PATH}/${each.id}`}>{each.vacancyTitle}</AppLink>{' '}
            <StageBadge stage={each.stage} /> <span className="soft">{formatShortDate(each.createdAt)}</span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
