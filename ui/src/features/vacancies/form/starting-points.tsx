// Instead of an empty sheet: five questions, a template of the organisation, or an earlier vacancy.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaded } from '../../../api/hooks.ts';
import { listResource, readResource } from '../../../api/requests.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { StartDialog } from '../../../components/form/template-dialogs.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { language } from '../../../lib/locale/language.ts';
import { composeDutch, composeEnglish, QUESTIONS } from './compose.ts';
import { dropTemplate, loadTemplates } from './templates.store.ts';
import { owner } from './vacancy-form.store.ts';
import { contentToForm, toForm } from './vacancy-form-values.ts';

interface StartingPointsProps {
  organizationId: string | null;
  onStart: (content: FormValue) => void;
}

export function StartingPoints({ organizationId, onStart }: StartingPointsProps) {
  const { t } = useTranslation('vacancy-steps');
  const [asking, setAsking] = useState<'questions' | 'earlier' | null>(null);
  const close = () => setAsking(null);
  const start = (content: FormValue) => {
    close();
    onStart(content);
  };
  return (
    <details className="card starting-points">
      <summary>{t('start.title')}</summary>
      <p>{t('start.text')}</p>
      <div className="button-row">
        <Button icon="pen" onClick={() => setAsking('questions')}>
          {t('start.questions')}
        </Button>
        {organizationId ? (
          <Button icon="copy" onClick={() => setAsking('earlier')}>
            {t('start.earlier')}
          </Button>
        ) : null}
      </div>
      {asking === 'questions' ? <QuestionsDialog onStart={start} onClose={close} /> : null}
      {asking === 'earlier' && organizationId ? (
        <EarlierDialog organizationId={organizationId} onStart={start} onClose={close} />
      ) : null}
    </details>
  );
}

function QuestionsDialog({
  onStart,
  onClose,
}: {
  onStart: (content: FormValue) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('vacancy-steps');
  function handleSubmit(value: FormValue) {
    const said = (name: (typeof QUESTIONS)[number]) => String(value[name] ?? '');
    const answers = {
      task: said('task'),
      people: said('people'),
      when: said('when'),
      person: said('person'),
      offer: said('offer'),
    };
    const compose = language.peek() === 'en' ? composeEnglish : composeDutch;
    onStart(compose(answers, owner.peek()?.name ?? t('start.ourOrganization')));
    addToast({ title: t('start.written'), message: t('start.writtenText'), color: 'success' });
  }
  return (
    <Dialog
      open
      title={t('start.questionsTitle')}
      description={t('start.questionsText')}
      onClose={onClose}
      wrap={(content) => (
        <Form onSubmit={handleSubmit} label={t('start.questionsTitle')}>
          {content}
        </Form>
      )}
      footer={<SubmitButton>{t('start.write')}</SubmitButton>}
    >
      {QUESTIONS.map((name) => (
        <Field
          key={name}
          name={name}
          label={t(`question.${name}.label`)}
          hint={t(`question.${name}.hint`)}
          rules={{ required: name === 'task' }}
        />
      ))}
    </Dialog>
  );
}

async function loadEarlier(organizationId: string) {
  const [templates, vacancies] = await Promise.all([
    loadTemplates(organizationId),
    listResource('vacancies', {
      filter: { organizationIdEq: organizationId, mineEq: true },
      fields: { vacancies: ['title'] },
      page: { size: 20 },
      sort: '-created_at',
    }),
  ]);
  return { templates, vacancies: vacancies.items };
}

interface EarlierDialogProps {
  organizationId: string;
  onStart: (content: FormValue) => void;
  onClose: () => void;
}

function EarlierDialog({ organizationId, onStart, onClose }: EarlierDialogProps) {
  const { t } = useTranslation('vacancy-steps');
  const { data, status, refresh } = useLoaded(`earlier:${organizationId}`, () => loadEarlier(organizationId));
  async function handleVacancy(id: string) {
    const found = await readResource('vacancies', id, { include: 'address' });
    const {
      organizationId: _o,
      contactPersonId: _c,
      otherContactIds: _x,
      expiresAt: _e,
      ...content
    } = toForm(found, owner.peek()?.address ?? null);
    onStart(content);
  }
  return (
    <StartDialog
      words={{
        title: t('start.earlierTitle'),
        templates: t('start.templates'),
        earlier: t('start.vacancies'),
        none: t('start.none'),
        failed: t('start.failed'),
        drop: (name) => t('start.dropTemplate', { name }),
      }}
      templates={data?.templates ?? null}
      earlier={data?.vacancies.map(({ id, title }) => ({ id, name: title })) ?? []}
      isFailed={status === 'error'}
      onTemplate={({ content }) => onStart(contentToForm(content))}
      onEarlier={handleVacancy}
      onDrop={async (id) => {
        await dropTemplate(id);
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
