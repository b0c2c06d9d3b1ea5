// The answer about who is signed in: the person, their roles, and the menu that the server gives them.
import { useTranslation } from 'react-i18next';
import { CALLS } from '../../api/calls.ts';
import { useCall } from '../../api/hooks.ts';
import { Tag } from '../../components/content/badge.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import { useRoleWords } from '../../lib/session/role-words.ts';
import { organizations } from '../../lib/session/session.ts';
import '../../components/layout/line-list.css';
import { Facts, Output, TestPage } from './test-page.tsx';

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export default function UserPage() {
  const { t } = useTranslation('test-pages');
  const { fullName } = useRoleWords();
  const { data, status, refresh } = useCall(CALLS.currentUser, { query: { include: 'roles' } });
  const user = data?.item;
  return (
    <TestPage name="user">
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {!user && status !== 'error' ? <RowSkeletons count={4} /> : null}
      {user ? (
        <>
          <Card title={t('user.person')} className="stack">
            <Facts
              facts={[
                [t('user.id'), user.id],
                [t('user.name'), user.fullName],
                [t('user.email'), user.email],
                [t('user.status'), <code key="status">{user.status}</code>],
                [t('user.language'), user.locale],
                [t('user.can'), user.can.join(', ')],
                [t('user.organizations'), organizations.value.map(({ name }) => name).join(', ')],
              ]}
            />
          </Card>
          <Card title={t('user.roles')} className="stack">
            {user.roles?.length ? (
              <ul className="line-list">
                {user.roles.map((role) => (
                  <li key={role.id}>
                    <div>
                      <b>{fullName(role)}</b>
                      <p className="soft small">
                        <code>{role.name}</code> <code>{`${role.scopeType} ${role.scopeId}`}</code>
                        {role.expiresAt ? ` ${t('user.until', { day: formatDate(role.expiresAt) })}` : null}
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="soft">{t('user.noRoles')}</p>
            )}
          </Card>
          <Card title={t('user.menu')} className="stack">
            <ul className="chip-row" aria-label={t('user.menu')}>
              {namesIn(data?.meta.menu).map((each) => (
                <li key={each}>
                  <Tag>{each}</Tag>
                </li>
              ))}
            </ul>
          </Card>
          <Card title={t('user.whole')} className="stack">
            <Output value={data?.document} label={t('user.whole')} />
          </Card>
        </>
      ) : null}
    </TestPage>
  );
}
