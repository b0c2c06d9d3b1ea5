// Open tasks in the user's other roles. Following a link switches to that role.
import { useTranslation } from 'react-i18next';
import type { DashboardHat } from '../../api/matching-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { centre } from '../../lib/centre/centre.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { ONESELF, selectOrganization } from '../../lib/session/session.ts';
import { addressOf } from './dashboard.ts';

/** What was decided under the old hat is sent under it. */
async function goTo({ kind, organizationId, side, first }: DashboardHat): Promise<void> {
  const { sendAll } = await import('../../lib/decisions/pending-decisions.ts');
  await sendAll();
  selectOrganization(kind === 'oneself' ? ONESELF : organizationId);
  navigateTo(addressOf(side, first.key));
}

export function OtherHats({ hats }: { hats: readonly DashboardHat[] }) {
  const { t } = useTranslation('dashboard');
  const words = serverWords(t);
  if (hats.length === 0) return null;
  return (
    <Card title={t('elsewhere.title')}>
      <ul className="line-list">
        {hats.map((hat) => {
          const { kind, organizationId, name, count, side, first } = hat;
          const rest = count - first.count;
          const where = t(`elsewhere.${kind}`, { name: name ?? centre.value?.name ?? '' });
          return (
            <li key={`${kind}-${organizationId}`}>
              <div>
                <h3>{where}</h3>
                <p>
                  {formatNumber(first.count)}{' '}
                  {words(`${side}.todos.${first.key}.title`, { count: first.count })}
                  {rest > 0 ? `, ${t('elsewhere.more', { count: rest })}` : null}
                </p>
              </div>
              <Button onClick={() => void goTo(hat)} aria-label={`${t('elsewhere.go')}: ${where}`}>
                {t('elsewhere.go')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
