// A new form begins empty or with the questions of a template.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createResource } from '../../api/requests.ts';
import { Button } from '../../components/actions/button.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { TEMPLATES, type Template, templateForm } from './templates.ts';
import '../../components/layout/line-list.css';

export default function NewFormPage() {
  const { t } = useTranslation(['form-builder', 'routes']);
  const [busy, setBusy] = useState<Template | null>(null);

  async function handleChoose(template: Template) {
    setBusy(template);
    try {
      const form = await createResource('forms', templateForm(template) as never);
      navigateTo(`/form_builder/${form.id}/edit`, { replace: true });
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setBusy(null);
    }
  }

  return (
    <div className="stack">
      <PageTitle title={t('routes:formNew.title')} description={t('new.text')} />
      <ul className="line-list card">
        {TEMPLATES.map((template) => (
          <li key={template}>
            <div>
              <b>{t(`template.${template}.title`)}</b>
              <p className="soft small">{t(`template.${template}.text`)}</p>
            </div>
            <Button
              busy={busy === template}
              aria-label={t('new.chooseOf', { title: t(`template.${template}.title`) })}
              onClick={() => void handleChoose(template)}
            >
              {t('new.choose')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
