// What somebody may do and who gave it; what was offered and waits for an answer.

import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import type { Role, RoleInvitation, User } from '../../../api/schema.d.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, formatShortDate } from '../../../lib/locale/time.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { reloadUser, removeRole, useOffers, useUser, withdrawOffer } from './user.store.ts';

export function RolesCard({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const [going, setGoing] = useState<Role | RoleInvitation | null>(null);
  const held = (user.roles ?? []).filter(({ acceptedAt }) => acceptedAt !== null);
  const { grantable } = useUser(user.id);
  const open = useOffers(user.id).filter(({ state }) => state === 'sent');
  const mayRemove = user.can.includes('remove_role');
  return (
    <Card title={t('role.title')}>
      {held.length + open.length === 0 ? <p className="soft">{t('role.none')}</p> : null}
      <ul className="role-list">
        {held.map((role) => (
          <li key={role.id}>
            <div>
              <b>{words.nameOf(role.name)}</b>
              <span className="hint">{words.placeOf(role)}</span>
              <span className="hint">{heldSince(role, t)}</span>
            </div>
            {mayRemove ? (
              <Button
                small
                aria-label={t('role.removeLabel', { role: words.fullName(role) })}
                onClick={() => setGoing(role)}
              >
                {t('role.remove')}
              </Button>
            ) : null}
          </li>
        ))}
        {open.map((offer) => (
          <li key={`offer-${offer.id}`}>
            <div>
              <b>{words.nameOf(offer.role)}</b>{' '}
              <StatusBadge tone="info" icon="wait">
                {t('role.waits')}
              </StatusBadge>
              <span className="hint">{words.placeOf({ ...offer, name: offer.role })}</span>
              <span className="hint">
                {t('role.offered', {
                  name: offer.sentByName ?? t('role.somebody'),
                  date: formatShortDate(offer.createdAt),
                  until: formatShortDate(offer.expiresAt),
                })}
              </span>
            </div>
            {mayRemove || offer.can.includes('delete') ? (
              <Button
                small
                aria-label={t('role.withdrawLabel', { role: words.nameOf(offer.role) })}
                onClick={() => setGoing(offer)}
              >
                {t('role.withdraw')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {grantable.length > 0 ? (
        <p>
          <ButtonLink icon="plus" href={`/users/${user.id}/add_role`}>
            {t('menu.addRole')}
          </ButtonLink>
        </p>
      ) : null}
      {going ? <GoingDialog user={user} going={going} onClose={() => setGoing(null)} /> : null}
    </Card>
  );
}

function heldSince({ grantedByName, grantedAt, acceptedAt, expiresAt }: Role, t: TFunction<'users'>): string {
  const since = acceptedAt ?? grantedAt;
  const date = since ? formatDate(since) : '';
  const given = grantedByName ? t('role.givenBy', { name: grantedByName, date }) : t('role.since', { date });
  return expiresAt ? `${given} ${t('role.until', { date: formatDate(expiresAt) })}` : given;
}

function GoingDialog({
  user,
  going,
  onClose,
}: {
  user: User;
  going: Role | RoleInvitation;
  onClose: () => void;
}) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOffer = 'state' in going;
  const name = isOffer ? going.role : going.name;
  const values = { role: words.fullName({ ...going, name }), name: user.fullName || t('nameless') };
  const of = isOffer ? 'role.withdrawAsk' : 'role.removeAsk';

  async function handleConfirm() {
    setIsBusy(true);
    try {
      if (isOffer) await withdrawOffer(going.id);
      else {
        const { scopeType, scopeId } = going;
        await removeRole(user.id, { role: name, scopeType, scopeId: String(scopeId ?? '') });
      }
      addToast({ title: t(`${of}.done`, values), color: 'success' });
      onClose();
      await reloadUser(user.id);
    } catch (cause) {
      setFailure(cause instanceof ApiError && !cause.isOffline ? cause.message : t('bulk.failed'));
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      title={t(`${of}.title`, values)}
      confirmLabel={t(`${of}.confirm`)}
      variant="danger"
      busy={isBusy}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    >
      {failure ? (
        <Notice tone="danger" live>
          <p>{failure}</p>
        </Notice>
      ) : null}
      <p>{t(`${of}.text`, values)}</p>
    </ConfirmDialog>
  );
}
