// Deleting one's account: what happens, what stays, what comes first, and then for real. Open to visitors, who are told
// what it is and asked to sign in.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { CurrentPasswordField } from '../../../components/password/current-password-field.tsx';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { leavePush } from '../../../lib/offline/push.ts';
import { rememberLeaving } from '../../../lib/session/delete-account.ts';
import { currentUser, impersonation, isSignedIn, organizations } from '../../../lib/session/session.ts';
import { signOut } from '../../../lib/session/sign-in.ts';
import { dropAllDrafts } from '../../../lib/unsaved/drafts.ts';
import { forgetOfflinePages } from '../../../lib/unsaved/offline-pages.ts';
import { forgetUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { closeAccount, loadSoleDuties } from '../own-account.ts';
import '../account.css';
import { OwnOnly } from '../own-only.tsx';
import { useOpenApplications } from '../profile/profile.store.ts';
import { type Duty, dutiesIn, dutiesOf, SoleDuties } from './sole-duties.tsx';

export default function DeletePage() {
  const { t } = useTranslation('account-privacy');
  const isIn = isSignedIn.value;
  const held = useSoleDuties();
  return (
    <div className="account-delete">
      {isIn ? (
        <Breadcrumb
          crumbs={[{ label: t('title'), href: '/account/privacy' }, { label: t('delete.title') }]}
        />
      ) : null}
      <PageTitle title={t('delete.title')} description={t('delete.description')} />
      <div className="account-cards">
        {held.length > 0 ? <SoleDuties duties={held} isAnswer={false} /> : null}
        <WhatHappens />
        {!isIn ? (
          <SignInFirst />
        ) : held.length > 0 ? (
          <div className="button-row">
            <ButtonLink href="/account/privacy">{t('sole.back')}</ButtonLink>
          </div>
        ) : (
          <OwnOnly title={t('delete.formTitle')}>
            <Leave />
          </OwnOnly>
        )}
      </div>
    </div>
  );
}

/** What comes first is said first, instead of after the password. When it cannot be had, asking will tell. */
function useSoleDuties(): readonly Duty[] {
  const [found, setFound] = useState<readonly Duty[]>([]);
  // Whether one is here in another's name is known with the current user.
  const isAsked = isSignedIn.value && currentUser.value !== null && !impersonation.value;
  useEffect(() => {
    if (!isAsked) return;
    loadSoleDuties().then(
      (held) => setFound(dutiesOf(held)),
      () => setFound([]),
    );
  }, [isAsked]);
  return isAsked ? found : [];
}

function WhatHappens() {
  const { t } = useTranslation('account-privacy');
  const isIn = isSignedIn.value;
  const open = useOpenApplications(isIn);
  const works = organizations.value.map((each) => each.name);
  const now = [
    t('delete.now1'),
    ...(open === null
      ? [t('delete.applications')]
      : open > 0
        ? [t('delete.applicationsCount', { count: open })]
        : []),
    ...(works.length > 0
      ? [t('delete.organizations', { names: works.join(', '), count: works.length })]
      : []),
  ];
  return (
    <>
      <Card title={t('delete.nowTitle')}>
        <Lines lines={now} />
      </Card>
      <Card title={t('delete.laterTitle')}>
        <Lines lines={[t('delete.later1'), t('delete.later2')]} />
      </Card>
      <Card title={t('delete.staysTitle')}>
        <Lines lines={[t('delete.stays1'), t('delete.stays2'), t('delete.stays3')]} />
      </Card>
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="bullet-list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function SignInFirst() {
  const { t } = useTranslation('account-privacy');
  return (
    <Card title={t('delete.signInTitle')} className="stack">
      <p>{t('delete.signInText')}</p>
      <ButtonLink variant="primary" large href="/auth/login-1?next=%2Faccount%2Fverwijderen">
        {t('delete.signIn')}
      </ButtonLink>
    </Card>
  );
}

function Leave() {
  const { t } = useTranslation('account-privacy');
  const [duties, setDuties] = useState<readonly Duty[]>([]);

  async function handleSubmit(value: FormValue) {
    let until: string;
    try {
      until = await closeAccount(String(value.currentPassword ?? ''), String(value.reason ?? '').trim());
    } catch (thrown) {
      const alone = dutiesIn(thrown);
      setDuties(alone);
      if (alone.length > 0) return [];
      if (thrown instanceof ApiError && thrown.statusCode === 429) return [{ detail: t('delete.tooOften') }];
      throw thrown;
    }
    rememberLeaving(until);
    forgetUnsaved();
    dropAllDrafts();
    await leavePush();
    await forgetOfflinePages();
    // The server has ended the session already; this browser forgets it too.
    await signOut();
    navigateTo('/profiel/verwijderd', { replace: true });
    return [];
  }

  return (
    <Card title={t('delete.formTitle')} className="stack">
      {duties.length > 0 ? <SoleDuties duties={duties} isAnswer /> : null}
      <p>{t('delete.who', { email: currentUser.value?.email ?? '' })}</p>
      <Form of="POST /me/erasure" onSubmit={handleSubmit} label={t('delete.formTitle')}>
        <Field
          name="reason"
          kind="textarea"
          rows={3}
          label={t('delete.reason')}
          hint={t('delete.reasonHint')}
        />
        <CurrentPasswordField hint={t('delete.passwordHint')} />
        <Field
          name="sure"
          kind="checkbox"
          label={t('delete.sure')}
          check={(value) => (value === true ? null : t('delete.sureNeeded'))}
        />
        <div className="button-row">
          <SubmitButton danger large>
            {t('delete.submit')}
          </SubmitButton>
          <ButtonLink variant="quiet" href="/account/privacy">
            {t('delete.stay')}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  );
}
