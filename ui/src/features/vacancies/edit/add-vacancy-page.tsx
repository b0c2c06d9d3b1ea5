// A new vacancy. It is saved as a draft first; the next screen offers what comes after that.
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/layout/stepper.css';
import '../../../components/table/data-table.css';
import { createResource } from '../../../api/requests.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { Sentence } from '../../../components/content/sentence.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { Problem } from '../../../components/form/problems.ts';
import { Card } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { currentUser, menu, organizations, selectedOrganizationId } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved } from '../../../lib/unsaved/unsaved.ts';
import { loadOwners, ownerChoices } from '../form/vacancy-form.store.ts';
import { newAttributes, newForm } from '../form/vacancy-form-values.ts';
import { VacancySteps } from '../form/vacancy-steps.tsx';
import type { StepKey } from '../form/vacancy-steps-order.ts';
import { listTitle } from '../list/my-vacancies.store.ts';
import '../../../components/table/table-tools.css';

const NAME = 'vacancies/new';

type Loading = 'pending' | 'success' | 'error';

export default function AddVacancyPage() {
  const { t } = useTranslation('vacancies');
  if (menu.value.includes('my_vacancies')) return <Adding />;
  return (
    <>
      <PageTitle title={t('form.titleNew')} />
      <EmptyState
        level={2}
        icon="building"
        title={t('form.onlyTitle')}
        actions={<ButtonLink href="/organizations/signup">{t('form.onlyAction')}</ButtonLink>}
      >
        {t('form.onlyText')}
      </EmptyState>
    </>
  );
}

function Adding() {
  const { t } = useTranslation('vacancies');
  const [loading, setLoading] = useState<Loading>('pending');

  function load() {
    setLoading('pending');
    loadOwners().then(
      () => setLoading('success'),
      () => setLoading('error'),
    );
  }
  useEffect(load, []);

  // A centre that has only just begun.
  if (loading === 'success' && ownerChoices.value.length === 0) {
    return (
      <>
        <PageTitle title={t('form.titleNew')} />
        <EmptyState
          level={2}
          icon="building"
          title={t('form.noneTitle')}
          actions={<ButtonLink href="/organizations/signup">{t('form.noneAction')}</ButtonLink>}
        >
          {t('form.noneText')}
        </EmptyState>
      </>
    );
  }
  return (
    <div className="vacancy-form-page">
      <Breadcrumb crumbs={[{ label: t(listTitle()), href: '/vacancies' }, { label: t('form.crumbNew') }]} />
      <PageTitle title={t('form.titleNew')} description={t('form.leadNew')} />
      {loading === 'error' ? <LoadProblem onRetry={load} /> : null}
      {loading === 'pending' ? <RowSkeletons count={6} /> : null}
      {loading === 'success' ? (
        <>
          <NewDraft />
          <Help />
        </>
      ) : null}
    </div>
  );
}

function NewDraft() {
  const [start, setStart] = useState<FormValue>({});
  const [round, setRound] = useState(0);
  const base = useMemo(() => {
    const choices = ownerChoices.peek();
    const chosen = choices.find(({ id }) => id === selectedOrganizationId.peek());
    const only = choices.length === 1 ? choices[0] : undefined;
    // Who works for an organisation is usually the one to call; who works for a centre is not.
    const isMember = organizations.peek().length > 0;
    return newForm((chosen ?? only)?.id ?? null, isMember ? (currentUser.peek()?.id ?? null) : null);
  }, []);

  async function handleSave(value: FormValue, next: StepKey | null): Promise<readonly Problem[]> {
    const made = await createResource('vacancies', newAttributes(value));
    dropDraft(NAME);
    markSaved(NAME);
    navigateTo(`/vacancies/${made.id}/edit?step=${next ?? 'check'}`, { replace: true });
    window.scrollTo(0, 0);
    return [];
  }

  function handleStart(content: FormValue) {
    saveDraft(NAME, { ...readDraft<FormValue>(NAME), ...content });
    setStart(content);
    setRound((times) => times + 1);
  }

  return (
    <VacancySteps
      key={round}
      name={NAME}
      base={{ ...base, ...start }}
      step="what"
      vacancy={null}
      hrefOf={() => '/vacancies/add'}
      onSave={handleSave}
      onStart={handleStart}
    />
  );
}

function Help() {
  const { t } = useTranslation('vacancies');
  const phone = centre.value?.phoneNumber;
  return (
    <aside className="stack" aria-label={t('help.title')}>
      <Card title={t('help.title')} className="stack writing-help">
        <CheckList lines={[t('help.line1'), t('help.line2'), t('help.line3')]} />
      </Card>
      {phone ? (
        <p className="soft">
          <Sentence sentence={(number) => t('help.call', { number })}>
            <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
          </Sentence>
        </p>
      ) : null}
    </aside>
  );
}
