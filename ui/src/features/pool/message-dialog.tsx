// A first message to somebody of the pool. What is typed stays on this device until it is sent.
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { isRefusedBy, POOL_CALLS } from '../../api/pool-calls.ts';
import { send } from '../../api/requests.ts';
import type { Organization, Vacancy } from '../../api/schema.d.ts';
import { Button, IconButton } from '../../components/actions/button.tsx';
import { useModal } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import type { Problem } from '../../components/form/problems.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import type { PoolProfile } from '../../lib/pool/profile.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';

const NO_VACANCY = 'none';
const RULES = { required: true, minLength: 10, maxLength: 2000 } as const;

export interface MessageDialogProps {
  profile: PoolProfile;
  organization: Organization;
  vacancies: readonly Vacancy[];
  /** The one for which somebody is looked for. */
  vacancyId: string | null;
  messagesLeft: number | null;
  onClose: () => void;
  /** It was sent, or it turned out that it cannot be. */
  onDone: () => void;
}

export function MessageDialog(props: MessageDialogProps) {
  const { profile, organization, vacancies, vacancyId, messagesLeft, onClose, onDone } = props;
  const { t } = useTranslation('pool');
  const id = useId();
  const layer = useModal(onClose);
  const draft = `pool/${organization.id}/${profile.id}`;
  const [isKept, setIsKept] = useState(() => readDraft(draft) !== null);
  const key = useRef({ text: '', value: '' });
  const { firstName: name } = profile;

  /** The same message is sent once, whatever the line does; another one is another one. */
  function keyFor(text: string): string {
    if (key.current.text !== text || key.current.value === '')
      key.current = { text, value: crypto.randomUUID() };
    return key.current.value;
  }

  async function handleSubmit({ vacancy, body }: FormValue): Promise<readonly Problem[] | undefined> {
    const message = {
      volunteerProfileId: profile.id,
      organizationId: organization.id,
      vacancyId: vacancy === NO_VACANCY || typeof vacancy !== 'string' ? null : vacancy,
      body: String(body ?? '').trim(),
    };
    try {
      await send(POOL_CALLS.writeReply, { body: message, idempotencyKey: keyFor(JSON.stringify(message)) });
    } catch (cause) {
      const problem = cause instanceof ApiError ? refusal(cause) : null;
      if (problem === null) throw cause;
      return [{ detail: problem }];
    }
    dropDraft(draft);
    addToast({ title: t('message.sent'), message: t('message.sentText', { name }), color: 'success' });
    onDone();
    return undefined;
  }

  function refusal(error: ApiError): string | null {
    if (isRefusedBy(error, 'reply_open')) return t('message.open', { name });
    if (isRefusedBy(error, 'reply_too_soon')) return t('message.tooSoon', { name });
    if (error.statusCode === 429) return t('message.limited');
    return error.statusCode === 404 ? t('message.gone', { name }) : null;
  }

  const choices = [
    ...vacancies.map((vacancy) => ({ value: vacancy.id, label: vacancy.title })),
    { value: NO_VACANCY, label: t('message.noVacancy') },
  ];
  const chosen = vacancies.some((vacancy) => vacancy.id === vacancyId) ? vacancyId : NO_VACANCY;
  return (
    <dialog className="dialog pool-message" aria-labelledby={id} {...layer}>
      <div className="dialog-head">
        <div className="person-line">
          <span className="arch pool-arch" aria-hidden="true">
            {profile.initials}
          </span>
          <div>
            <h2 id={id} tabIndex={-1} data-first-focus="">
              {t('message.title', { name: profile.name })}
            </h2>
            <p className="soft">{t('message.behalf', { organization: organization.name })}</p>
          </div>
        </div>
        <IconButton icon="close" label={t('message.close')} onClick={onClose} />
      </div>
      <Form
        label={t('message.title', { name: profile.name })}
        value={{ vacancy: chosen, body: '', ...readDraft<FormValue>(draft) }}
        onChange={(value) => {
          saveDraft(draft, value);
          setIsKept(true);
        }}
        onSubmit={handleSubmit}
      >
        <div className="dialog-body stack">
          <Field
            name="vacancy"
            kind="select"
            label={t('message.vacancy')}
            rules={{ required: true }}
            choices={choices}
          />
          <div>
            <Field
              name="body"
              kind="textarea"
              rows={6}
              label={t('message.text')}
              short={t('message.textShort')}
              hint={t('message.hint', { name })}
              rules={RULES}
            />
            {isKept ? <p className="hint message-kept">{t('message.kept')}</p> : null}
          </div>
          <ol className="how-it-goes">
            {([1, 2, 3] as const).map((step) => (
              <li key={step}>{t(`message.step${step}`, { name })}</li>
            ))}
          </ol>
        </div>
        <div className="dialog-foot">
          {messagesLeft === null ? null : (
            <p className="hint messages-left">{t('message.left', { left: formatNumber(messagesLeft) })}</p>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('message.cancel')}
          </Button>
          <SubmitButton>{t('write')}</SubmitButton>
        </div>
      </Form>
    </dialog>
  );
}
