// Somebody makes an account for another person. They choose a password themselves, by the link in the invitation.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/layout/stepper.css';
import '../users.css';
import { CALLS, type NewPerson } from '../../../api/calls.ts';
import { ApiError } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card, FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { menu, selectedOrganizationId } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { LIST_PATH } from '../list/list-url.ts';
import { QUESTIONS_PATH } from '../list/questions.store.ts';
import { chosenOf, type Grantable, grantableIn, groupsOf } from '../roles/grantable.ts';
import { RoleFields, roleIn } from '../roles/role-fields.tsx';
import { LocaleField, NameFields, ReachFields } from './person-fields.tsx';

const DRAFT = 'users/new';
/** A person, with an address as one gives one's own. */
const OF = ['users', 'registrations'];
const EMPTY: FormValue = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  jobTitle: '',
  locale: 'nl',
  role: '',
  place: '',
  organizationId: '',
  invite: true,
};

export default function AddUserPage() {
  const { t } = useTranslation('users');
  // Another organisation has other roles to give.
  const { data, status, refresh } = useCall(
    CALLS.currentUser,
    { fresh: true },
    { scope: selectedOrganizationId.value, keeps: true },
  );
  const isLoadFailed = status === 'error';
  const title = t('add.title');
  return (
    <div className="page-bottom">
      <Breadcrumb crumbs={[{ label: t('list.title'), href: LIST_PATH }, { label: title }]} />
      <PageTitle title={title} description={t(makesAccounts() ? 'add.lead' : 'add.askLead')} />
      {isLoadFailed ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {data ? (
        <Adding grantable={grantableIn(data.meta)} />
      ) : isLoadFailed ? null : (
        <RowSkeletons count={6} />
      )}
    </div>
  );
}

/** Whoever runs a centre makes accounts, also without a role; organisations and Schools ask, and the letter goes at once. */
const makesAccounts = (): boolean => menu.peek().includes('organizations_approve');

/** Where there is nothing to choose, it is chosen. */
function soleRole(grantable: readonly Grantable[]): string {
  const groups = groupsOf(grantable);
  return groups.length === 1 && !makesAccounts() ? (groups[0]?.role ?? '') : '';
}

function attributesOf(value: FormValue, grantable: readonly Grantable[]): NewPerson {
  const text = (name: string): string => String(value[name] ?? '').trim();
  const filled = (
    [
      'firstName',
      'lastName',
      'email',
      'phoneNumber',
      'jobTitle',
      'locale',
    ] as const satisfies (keyof NewPerson)[]
  )
    .map((name) => [name, text(name)] as const)
    .filter(([, each]) => each !== '');
  return {
    ...Object.fromEntries(filled),
    ...chosenOf(grantable, roleIn(value.role), text('place'), text('organizationId')),
    invite: value.invite === true,
  };
}

/** Whoever has what is asked for already, where the asker may know them. */
function whoIsThere(cause: unknown): string | null {
  if (!(cause instanceof ApiError) || !cause.hasCode('already_invited')) return null;
  const { userId } = cause.problems[0]?.meta ?? {};
  return typeof userId === 'string' ? userId : null;
}

function Adding({ grantable }: { grantable: readonly Grantable[] }) {
  const { t } = useTranslation('users');
  // The organisation is typed anew: its name is not in the draft.
  const [start] = useState<FormValue>(() => ({
    ...EMPTY,
    role: soleRole(grantable),
    ...readDraft<FormValue>(DRAFT),
    organizationId: '',
  }));
  useEffect(() => () => markSaved(DRAFT), []);

  async function handleSubmit(value: FormValue) {
    const email = String(value.email).trim();
    const answer = await send(STAFF_CALLS.addPerson, { body: attributesOf(value, grantable) }).catch(
      (cause: unknown) => {
        const id = whoIsThere(cause);
        if (id === null) throw cause;
        return id;
      },
    );
    dropDraft(DRAFT);
    markSaved(DRAFT);
    if (typeof answer === 'string') {
      addToast({ title: t('add.there', { email }), message: t('add.thereText'), color: 'info' });
      navigateTo(`${LIST_PATH}/${answer}`);
      return;
    }
    const made = answer.item;
    if (answer.status === 201 && made) {
      const isSent = value.invite === true;
      addToast({
        title: t(isSent ? 'add.invited' : 'add.made', { name: made.fullName || email }),
        message: t(isSent ? 'add.invitedText' : 'add.madeText', { email }),
        color: 'success',
      });
      navigateTo(`${LIST_PATH}/${made.id}`);
    } else if (made) {
      addToast({
        title: t('add.known', { name: made.fullName || email }),
        message: t('add.knownText'),
        color: 'info',
      });
      navigateTo(`${LIST_PATH}/${made.id}`);
    } else {
      addToast({ title: t('add.asked'), message: t('add.askedText', { email }), color: 'success' });
      navigateTo(QUESTIONS_PATH);
    }
  }

  return (
    <div className="form-layout">
      <Form
        of={OF}
        value={start}
        onChange={(value) => saveDraft(DRAFT, value)}
        onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(DRAFT) : markSaved(DRAFT))}
        onSubmit={handleSubmit}
        label={t('add.title')}
      >
        <FormCard title={t('add.who')}>
          <NameFields required />
          <Field
            name="email"
            kind="email"
            label={t('field.email')}
            hint={t('add.emailHint')}
            autoComplete="off"
          />
          <ReachFields />
          <LocaleField />
        </FormCard>
        {grantable.length > 0 ? (
          <FormCard title={t('add.role')}>
            <p className="soft">{t('add.roleHint')}</p>
            <RoleFields grantable={grantable} optional={makesAccounts()} />
          </FormCard>
        ) : null}
        {makesAccounts() ? (
          <FormCard title={t('add.letter')}>
            <Field name="invite" kind="checkbox" label={t('add.invite')} hint={t('add.inviteHint')} />
          </FormCard>
        ) : null}
        <SubmitButton large>{t(makesAccounts() ? 'add.submit' : 'addRole.submit')}</SubmitButton>
      </Form>
      {menu.value.includes('users_import') ? (
        <aside aria-label={t('add.many')}>
          <Card title={t('add.many')} className="stack">
            <p>{t('add.manyText')}</p>
            <p>
              <ButtonLink href="/users/import" icon="upload">
                {t('list.import')}
              </ButtonLink>
            </p>
          </Card>
        </aside>
      ) : null}
    </div>
  );
}
