// A form as visitors see it on a phone. Nothing is sent.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useResource } from '../../api/hooks.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Form } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { type Question, spoken } from '../../components/form/questions/question.ts';
import { QuestionFields } from '../../components/form/questions/question-fields.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import './form-builder.css';

export default function PreviewPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation(['form-builder', 'routes']);
  const { item: form, status, refresh } = useResource('forms', id);
  if (!form)
    return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={4} />;
  return (
    <div className="stack">
      <PageTitle
        title={t('routes:formPreview.title')}
        actions={
          <ButtonLink href={`/form_builder/${id}/edit`} icon="pen">
            {t('list.edit')}
          </ButtonLink>
        }
      />
      <Notice>
        <p>{t('preview.text')}</p>
      </Notice>
      <PhonePreview
        title={form.title}
        titleEn={form.titleEn}
        description={form.description}
        questions={form.questions as readonly Question[]}
      />
    </div>
  );
}

interface PhoneProps {
  title: string;
  titleEn: string | null | undefined;
  description: string | null | undefined;
  questions: readonly Question[];
}

export function PhonePreview({ title, titleEn, description, questions }: PhoneProps) {
  const { t, i18n } = useTranslation('form-builder');
  const [value, setValue] = useState<FormValue>({});
  const name = spoken(i18n.language, title, titleEn);
  return (
    <div className="phone-preview">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="phone-screen stack" aria-label={t('preview.screen')} tabIndex={0}>
        <h2>{name}</h2>
        {description ? <p className="as-typed">{description}</p> : null}
        <Form value={value} onChange={setValue} onSubmit={() => undefined} label={name} className="stack">
          <QuestionFields questions={questions} value={value} />
        </Form>
      </section>
    </div>
  );
}
