// A form to fill in, by its address or by the link of an invitation.
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { PUBLISHED_CALLS } from '../../../api/published-calls.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ContactHelp } from '../../../components/contact/contact-help.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { spoken } from '../../../components/form/questions/question.ts';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { language } from '../../../lib/locale/language.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useServerForm } from '../../../lib/unsaved/server-form.ts';
import { Filling } from './form-filling.tsx';

const ReportLink = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../../components/report/report-link.tsx'),
    loadWords(['report']),
  ]);
  return { default: parts.ReportLink };
});

const CONTACT = 'contact';

/** Without a contact form the page about contact stands in, and without that the contact person. */
function Missing({ isContact }: { isContact: boolean }) {
  const { t } = useTranslation('forms');
  const query = { locale: language.value };
  const { data, status } = useCall(PUBLISHED_CALLS.pageBySlug, isContact ? { id: CONTACT, query } : null);
  const isThere = data !== undefined;
  useEffect(() => {
    if (isThere) navigateTo(`/${CONTACT}`, { replace: true });
  }, [isThere]);
  if (isContact && status !== 'error') return <RowSkeletons count={4} />;
  return (
    <>
      <EmptyState title={t('missing')} level={2}>
        {t('missingText')}
      </EmptyState>
      <ContactHelp />
    </>
  );
}

export default function FormPage() {
  const { t } = useTranslation('forms');
  const { token = CONTACT } = useParams();
  const { data, status, error, refresh } = useCall(STAFF_CALLS.formByToken, { id: token }, { once: true });
  const server = useServerForm(`/forms/${token}`);
  const form = data?.item;
  usePageHead(form ? spoken(language.value, form.title, form.titleEn) : null);
  return (
    <div className="page stack">
      {form ? (
        <Filling form={form} address={token} server={server} />
      ) : status === 'error' ? (
        error?.statusCode === 404 ? (
          <Missing isContact={token === CONTACT} />
        ) : (
          <LoadProblem onRetry={() => void refresh()} />
        )
      ) : (
        <RowSkeletons count={4} />
      )}
      {form ? (
        <Suspense>
          <ReportLink
            of={{ type: 'forms', id: form.id, title: spoken(language.value, form.title, form.titleEn) }}
          />
        </Suspense>
      ) : null}
      <p className="form-back">
        <AppLink href="/">{t('home')}</AppLink>
      </p>
    </div>
  );
}
