// One's own roles: what was offered and waits for a yes or a no, what one has, and how to give it up.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role, RoleInvitation } from '../../../api/schema.d.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import '../users.css';
import '../../../components/content/application-parts.css';
import '../../../components/form/form.css';
import { ApiError } from '../../../api/client.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { answerOffer, giveUp, reloadOwnRoles, useOwnRoles } from './own-roles.store.ts';

export default function OwnRolesPage() {
  const { t } = useTranslation('users');
  const own = useOwnRoles();
  return (
    <div className="page-bottom own-column">
      <PageTitle title={t('own.title')} description={t('own.lead')} />
      {own.hasFailed ? <LoadProblem onRetry={() => void reloadOwnRoles()} /> : null}
      {own.hasFailed || own.isLoaded ? null : <RowSkeletons count={4} />}
      {own.isLoaded ? <Shown own={own} /> : null}
    </div>
  );
}

function Shown({ own: { me, roles, offers } }: { own: ReturnType<typeof useOwnRoles> }) {
  const { t } = useTranslation('users');
  const params = useQuery();
  const asked = params.get('invitation');
  const open = offers.filter(({ state }) => state === 'sent');
  const answered = offers.find(({ id, state }) => id === asked && state !== 'sent');
  return (
    <div className="stack">
      {answered ? (
        <Notice tone="info">
          <p>{serverWords(t)(`own.answered.${answered.state}`)}</p>
        </Notice>
      ) : null}
      {/* The one the letter was about comes first. */}
      {[...open]
        .sort((one, other) => Number(other.id === asked) - Number(one.id === asked))
        .map((offer) => (
          <Offer key={offer.id} offer={offer} />
        ))}
      {roles.length > 0 ? (
        <Card title={t('own.held')}>
          <ul className="role-list">
            {roles.map((role) => (
              <Held key={role.id} role={role} mayLeave={me?.can.includes('remove_role') ?? false} />
            ))}
          </ul>
        </Card>
      ) : open.length === 0 ? (
        <EmptyState
          level={2}
          icon="person"
          title={t('own.empty.title')}
          actions={<ButtonLink href="/vacancies/search">{t('own.empty.action')}</ButtonLink>}
        >
          {t('own.empty.text')}
        </EmptyState>
      ) : null}
    </div>
  );
}

const reasonOf = (cause: unknown, otherwise: string): string =>
  cause instanceof ApiError && !cause.isOffline ? cause.message : otherwise;

function Offer({ offer }: { offer: RoleInvitation }) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const role = words.fullName({ ...offer, name: offer.role });

  async function handleAnswer(answer: 'accept' | 'decline') {
    setBusy(answer);
    try {
      await answerOffer(offer.id, answer);
      addToast({
        title: t(`own.said.${answer}`, { role }),
        message: t(`own.said.${answer}Text`),
        color: answer === 'accept' ? 'success' : 'info',
      });
    } catch (cause) {
      addToast({ title: t('own.failed'), message: reasonOf(cause, t('bulk.failed')), color: 'danger' });
      setBusy(null);
      await reloadOwnRoles();
    }
  }

  return (
    <NextStep
      kicker={t('own.offer.kicker')}
      title={t('own.offer.title', { name: offer.sentByName || t('role.somebody'), role })}
      actions={
        <>
          <Button variant="primary" busy={busy === 'accept'} onClick={() => void handleAnswer('accept')}>
            {t('own.offer.accept')}
          </Button>
          <Button busy={busy === 'decline'} onClick={() => void handleAnswer('decline')}>
            {t('own.offer.decline')}
          </Button>
        </>
      }
    >
      <p>{words.explain(offer.role)}</p>
      <p>{t('own.offer.until', { date: formatDate(offer.expiresAt) })}</p>
    </NextStep>
  );
}

function Held({ role, mayLeave }: { role: Role; mayLeave: boolean }) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const [isAsked, setIsAsked] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const full = words.fullName(role);
  const since = role.acceptedAt ?? role.grantedAt;
  // Only what is over an organisation can be left; the server says so once more.
  const mayGiveUp = mayLeave && ['organization', 'school'].includes(role.scopeType);

  async function handleGiveUp() {
    setIsBusy(true);
    try {
      await giveUp(role);
      addToast({ title: t('own.gaveUp', { role: full }), color: 'success' });
    } catch (cause) {
      setFailure(reasonOf(cause, t('bulk.failed')));
      setIsBusy(false);
    }
  }

  return (
    <li>
      <div>
        <b>{words.nameOf(role.name)}</b>
        <span className="hint">{words.placeOf(role)}</span>
        <span className="hint">{words.explain(role.name)}</span>
        {since ? (
          <span className="hint">
            {role.grantedByName
              ? t('role.givenBy', { name: role.grantedByName, date: formatDate(since) })
              : t('role.since', { date: formatDate(since) })}
          </span>
        ) : null}
      </div>
      {mayGiveUp ? (
        <Button small aria-label={t('own.giveUpLabel', { role: full })} onClick={() => setIsAsked(true)}>
          {t('own.giveUp')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsked}
        title={t('own.giveUpAsk.title', { role: full })}
        confirmLabel={t('own.giveUp')}
        variant="danger"
        busy={isBusy}
        onConfirm={() => void handleGiveUp()}
        onCancel={() => setIsAsked(false)}
      >
        {failure ? (
          <Notice tone="danger" live>
            <p>{failure}</p>
          </Notice>
        ) : null}
        <p>{t('own.giveUpAsk.text')}</p>
      </ConfirmDialog>
    </li>
  );
}
