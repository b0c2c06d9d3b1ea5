// One person: who they are, what they may do, what they applied for, what happened, what the staff noted.

import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { send } from '../../../api/requests.ts';
import type { User } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import '../../../components/content/application-parts.css';
import '../../../components/form/form.css';
import '../users.css';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { StartConversation } from '../../../components/conversations/start-conversation.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { TextSkeleton } from '../../../components/feedback/loading.tsx';
import { MailStopNotice } from '../../../components/feedback/mail-stop-notice.tsx';
import { Breadcrumb } from '../../../components/layout/page-title.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { ReportLink } from '../../../components/report/report-link.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDateTime, relativeTime } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { useScreenError } from '../../../lib/navigation/use-screen-error.ts';
import { type MailTry, tryMailAgain } from '../../../lib/session/mail-stop.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { BulkDialog } from '../list/bulk-dialog.tsx';
import type { BulkEvent } from '../list/list.store.ts';
import { LIST_PATH } from '../list/list-url.ts';
import { SignInAsDialog } from './sign-in-as-dialog.tsx';
import { reloadUser, sendLetter, useUser } from './user.store.ts';
import { ApplicationsCard, DetailsCard, OrganizationsCard } from './user-cards.tsx';
import { HistoryCard } from './user-history.tsx';
import { NotesCard } from './user-notes.tsx';
import { RolesCard } from './user-roles.tsx';
import { UserStatusBadge } from './user-status.tsx';

export default function UserPage() {
  const { id = '' } = useParams();
  const { user: found, error, again } = useUser(id);
  if (useScreenError(error)) return <LoadProblem onRetry={() => void again()} />;
  if (found === null) return <TextSkeleton lines={8} />;
  return <Shown user={found} />;
}

const DIALOG = 'dialog';

function Shown({ user: shown }: { user: User }) {
  const { t } = useTranslation('users');
  const params = useQuery();
  const name = shown.fullName || t('nameless');
  usePageHead(name);
  const dialog = params.get(DIALOG);
  const close = (): void => navigateTo(`${LIST_PATH}/${shown.id}`, { replace: true });
  const step = (['archive', 'reactivate'] as const).find(
    (event) => event === dialog && shown.transitions.includes(event),
  );
  return (
    <div className="person-page page-bottom">
      <Breadcrumb crumbs={[{ label: t('list.title'), href: LIST_PATH }, { label: name }]} />
      <Head user={shown} name={name} />
      <div className="application-layout">
        <div className="stack">
          <MailStop user={shown} />
          <DetailsCard user={shown} />
          <RolesCard user={shown} />
          <ApplicationsCard user={shown} />
        </div>
        <aside className="stack" aria-label={t('page.beside')}>
          <OrganizationsCard user={shown} />
          <NotesCard user={shown} />
          <HistoryCard user={shown} />
          {shown.id === currentUser.value?.id ? null : (
            <ReportLink of={{ type: 'users', id: shown.id, title: name }} />
          )}
        </aside>
      </div>
      {step ? (
        <BulkDialog
          asked={{ event: step, ids: [shown.id], names: new Map([[shown.id, name]]) }}
          onClose={close}
          // Who was only invited is gone now.
          onDone={() =>
            step === 'archive' && shown.status === 'invited'
              ? navigateTo(LIST_PATH, { replace: true })
              : void reloadUser(shown.id)
          }
        />
      ) : null}
      {dialog === 'sign-in-as' && shown.can.includes('impersonate') ? (
        <SignInAsDialog user={shown} onClose={close} />
      ) : null}
    </div>
  );
}

function MailStop({ user: shown }: { user: User }) {
  const { t } = useTranslation('mail-stop');
  if (!shown.mailStoppedAt || shown.status === 'archived') return null;

  async function handleTry(): Promise<MailTry> {
    const outcome = await tryMailAgain(shown);
    if (outcome === 'arrived')
      addToast({ title: t('arrived.title'), message: t('arrived.other'), color: 'success' });
    await reloadUser(shown.id);
    return outcome;
  }

  return (
    <MailStopNotice
      whose="other"
      email={shown.email ?? ''}
      last={formatDateTime(shown.mailStoppedAt)}
      onTry={shown.can.includes('resend_confirmation') ? handleTry : null}
    />
  );
}

function Head({
  user: { id, status, createdAt, invitedAt, lastSignInAt, can, transitions, email, avatarUrl },
  name,
}: {
  user: User;
  name: string;
}) {
  const { t } = useTranslation('users');
  const open = (dialog: BulkEvent | 'sign-in-as'): void =>
    navigateTo(`${LIST_PATH}/${id}?${DIALOG}=${dialog}`);

  async function handleLetter(which: 'invite' | 'resend_confirmation_instructions') {
    try {
      const to = (await sendLetter(id, which)) || email;
      addToast({ title: t('letter.sent'), message: t('letter.to', { email: to }), color: 'success' });
      await reloadUser(id);
    } catch (cause) {
      addToast({ title: t('letter.failed'), message: (cause as Error).message, color: 'danger' });
    }
  }

  async function handleDeactivate() {
    try {
      await send(STAFF_CALLS.deactivatePerson, { id });
      addToast({ title: t('deactivate.done'), message: t('deactivate.doneText'), color: 'success' });
      await reloadUser(id);
    } catch (cause) {
      addToast({ title: t('deactivate.failed'), message: (cause as Error).message, color: 'danger' });
    }
  }

  const entries: MenuEntry[] = [
    ...(can.includes('impersonate')
      ? [{ label: t('menu.signInAs'), icon: 'key' as const, onSelect: () => open('sign-in-as') }]
      : []),
    ...(transitions.includes('deactivate')
      ? [
          {
            label: t('deactivate.action'),
            icon: 'lock' as const,
            apart: can.includes('impersonate'),
            onSelect: () => void handleDeactivate(),
          },
        ]
      : []),
    ...(transitions.includes('archive')
      ? [
          {
            label: t('bulk.archive.action'),
            icon: 'archive' as const,
            danger: true,
            apart: can.includes('impersonate'),
            onSelect: () => open('archive'),
          },
        ]
      : []),
  ];
  const since = invitedAt && status === 'invited' ? invitedAt : createdAt;
  return (
    <div className="person-head">
      <Avatar name={name} src={avatarUrl} large />
      <div>
        <h1>{name}</h1>
        <p>
          <UserStatusBadge status={status} />{' '}
          <span className="soft">
            {lastSignInAt
              ? t('page.seen', { ago: relativeTime(lastSignInAt) })
              : t(status === 'invited' && invitedAt ? 'page.invited' : 'page.made', {
                  date: formatDateTime(since),
                })}
          </span>
        </p>
      </div>
      <ButtonRow>
        {transitions.includes('invite') ? (
          <Button variant="primary" icon="mail" onClick={() => void handleLetter('invite')}>
            {t(invitedAt ? 'letter.inviteAgain' : 'letter.invite')}
          </Button>
        ) : null}
        {transitions.includes('resend_confirmation') ? (
          <Button icon="mail" onClick={() => void handleLetter('resend_confirmation_instructions')}>
            {t('letter.confirm')}
          </Button>
        ) : null}
        {transitions.includes('reactivate') ? (
          <Button icon="undo" onClick={() => open('reactivate')}>
            {t('bulk.reactivate.action')}
          </Button>
        ) : null}
        {id !== currentUser.value?.id && (status === 'active' || status === 'inactive') ? (
          <StartConversation to={{ type: 'users', id }} />
        ) : null}
        {can.includes('update') ? (
          <ButtonLink icon="pen" href={`${LIST_PATH}/${id}/edit`}>
            {t('menu.edit')}
          </ButtonLink>
        ) : null}
        {entries.length > 0 ? (
          <MenuButton label={t('menu.label', { name })} entries={entries} className="button">
            {t('menu.more')}
            <Icon name="down" />
          </MenuButton>
        ) : null}
      </ButtonRow>
    </div>
  );
}
