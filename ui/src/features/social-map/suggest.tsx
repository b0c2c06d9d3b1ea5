// What is wrong or missing, told without an account.
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CALLS } from '../../api/calls.ts';
import { send } from '../../api/requests.ts';
import { Button } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import './social-map.css';

/** With an organisation it is about that; without it is one that is missing. */
export function Suggest({ organizationId, children }: { organizationId?: string; children?: ReactNode }) {
  const { t } = useTranslation('social-map');
  const [isOpen, setIsOpen] = useState(false);
  const isMissing = organizationId === undefined;
  async function handleSubmit(value: FormValue) {
    const email = String(value.email ?? '').trim();
    await send(CALLS.suggest, {
      body: {
        message: String(value.message ?? ''),
        ...(organizationId === undefined ? {} : { organizationId }),
        ...(email === '' ? {} : { email }),
      },
    });
    setIsOpen(false);
    addToast({ title: t('suggest.sent'), color: 'success' });
  }
  return (
    <section className="correction" aria-labelledby="suggest-title">
      <div>
        <h2 id="suggest-title">{isMissing ? t('suggest.titleMissing') : t('suggest.title')}</h2>
        {children}
        <p>{t('suggest.text')}</p>
      </div>
      <Button icon="pen" onClick={() => setIsOpen(true)}>
        {isMissing ? t('suggest.openMissing') : t('suggest.open')}
      </Button>
      {isOpen ? (
        <Dialog
          open
          title={isMissing ? t('suggest.titleMissing') : t('suggest.title')}
          onClose={() => setIsOpen(false)}
        >
          <Form of="POST /organization_suggestions" onSubmit={handleSubmit}>
            <Field
              name="message"
              kind="textarea"
              rows={5}
              label={isMissing ? t('suggest.messageMissing') : t('suggest.message')}
              {...(isMissing ? {} : { hint: t('suggest.messageHint') })}
            />
            <Field
              name="email"
              kind="email"
              autoComplete="email"
              label={t('suggest.email')}
              hint={t('suggest.emailHint')}
            />
            <SubmitButton>{t('suggest.send')}</SubmitButton>
          </Form>
        </Dialog>
      ) : null}
    </section>
  );
}
