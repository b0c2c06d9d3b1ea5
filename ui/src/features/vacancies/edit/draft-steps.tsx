// A draft that goes on in steps; after the last one it can be sent in or published.
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateResource } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { Problem } from '../../../components/form/problems.ts';
import { SaveTemplateDialog } from '../../../components/form/template-dialogs.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { saveTemplate } from '../form/templates.store.ts';
import { owner } from '../form/vacancy-form.store.ts';
import { splitEvents } from '../form/vacancy-form-events.ts';
import { StepDialog } from '../form/vacancy-form-step-dialog.tsx';
import { changedAttributes, toForm } from '../form/vacancy-form-values.ts';
import { VacancySteps } from '../form/vacancy-steps.tsx';
import type { StepKey } from '../form/vacancy-steps-order.ts';
import { listTitle } from '../list/my-vacancies.store.ts';
import { loadEdited } from './edit-vacancy.store.ts';
import { EditNextStep } from './edit-vacancy-next.tsx';

export function DraftSteps({ vacancy, step }: { vacancy: Vacancy; step: StepKey }) {
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  const { id, title } = vacancy;
  const [event, setEvent] = useState<string | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const base = useMemo(() => toForm(vacancy, owner.peek()?.address ?? null), [vacancy]);
  const hrefOf = (key: StepKey) => `/vacancies/${id}/edit?step=${key}`;
  usePageHead(t('form.titleEdit', { title }));

  async function handleSave(value: FormValue, next: StepKey | null): Promise<readonly Problem[]> {
    const changed = changedAttributes(base, value, owner.peek()?.address ?? null);
    if (Object.keys(changed).length > 0) {
      await updateResource('vacancies', id, changed);
      await loadEdited(id);
    }
    if (next) navigateTo(hrefOf(next));
    else addToast({ title: t('form.draftSaved'), color: 'success' });
    window.scrollTo(0, 0);
    return [];
  }

  async function handleDone() {
    setEvent(null);
    const fresh = await loadEdited(id);
    navigateTo(fresh.status === 'published' ? `/vacancies/${id}` : `/vacancies/${id}/edit`);
  }

  const { next } = splitEvents(vacancy);
  return (
    <div className="vacancy-form-page">
      <Breadcrumb crumbs={[{ label: t(listTitle()), href: '/vacancies' }, { label: title }]} />
      <PageTitle title={title} description={t('vacancy-steps:lead')} />
      <VacancySteps
        name={`vacancies/${id}`}
        base={base}
        step={step}
        vacancy={vacancy}
        hrefOf={hrefOf}
        onSave={handleSave}
        onStart={() => {}}
      >
        {step === 'check' ? (
          <>
            <EditNextStep vacancy={vacancy} events={next} isUnsaved={false} onStep={setEvent} />
            <p>
              <Button variant="quiet" icon="copy" onClick={() => setIsNaming(true)}>
                {t('vacancy-steps:template.save')}
              </Button>
            </p>
          </>
        ) : null}
      </VacancySteps>
      {isNaming ? <TemplateDialog vacancy={vacancy} value={base} onClose={() => setIsNaming(false)} /> : null}
      {event ? (
        <StepDialog
          vacancy={vacancy}
          event={event}
          onClose={() => setEvent(null)}
          onDone={() => void handleDone()}
        />
      ) : null}
    </div>
  );
}

interface TemplateDialogProps {
  vacancy: Vacancy;
  value: FormValue;
  onClose: () => void;
}

function TemplateDialog({ vacancy, value, onClose }: TemplateDialogProps) {
  const { t } = useTranslation('vacancy-steps');
  return (
    <SaveTemplateDialog
      of="vacancy_templates"
      words={{
        title: t('template.save'),
        text: t('template.text'),
        name: t('template.name'),
        confirm: t('template.confirm'),
        saved: t('template.saved'),
        savedText: t('template.savedText'),
      }}
      name={vacancy.title}
      onSave={(name) => saveTemplate(vacancy.organizationId, name, value)}
      onClose={onClose}
    />
  );
}
