// The answer to an organisation: what somebody writes, and which of their own details go with it.
import { useTranslation } from 'react-i18next';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatPhone } from '../../lib/locale/phone.ts';
import { currentUser } from '../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { answerReply } from './replies.store.ts';

const DETAILS_PATH = '/profile-edit';

/** Nothing is shared unless it is ticked, and a tick is not kept: it is chosen in view of what is sent. */
const NOTHING_SHARED = { sharePhone: false, shareLastName: false, shareEmail: false };

interface AnswerFormProps {
  reply: VolunteerProfileReply;
  onDecline: () => void;
  onBlock: () => void;
}

export function AnswerForm({ reply, onDecline, onBlock }: AnswerFormProps) {
  const { t } = useTranslation('pool');
  const { id, organizationName: name } = reply;
  const draft = `profile-replies/${id}/answer`;

  async function handleSubmit(value: FormValue) {
    await answerReply(reply, {
      body: String(value.body ?? '').trim(),
      sharePhone: value.sharePhone === true,
      shareLastName: value.shareLastName === true,
      shareEmail: value.shareEmail === true,
    });
    dropDraft(draft);
    addToast({ title: t('replies.answer.done', { name }), color: 'success' });
  }

  return (
    <Form
      of="volunteer_profile_reply_answers"
      className="reply-form"
      label={t('replies.answer.label', { name })}
      value={{ body: '', ...readDraft<FormValue>(draft), ...NOTHING_SHARED }}
      onChange={({ body }) => saveDraft(draft, { body: body ?? '' })}
      onSubmit={handleSubmit}
    >
      <Field name="body" kind="textarea" rows={3} label={t('replies.answer.body')} />
      <fieldset className="field share-choices">
        <legend>{t('replies.share.legend', { name })}</legend>
        <ShareChoices />
        <p className="hint">{t('replies.share.none')}</p>
      </fieldset>
      <ButtonRow>
        <SubmitButton>{t('replies.answer.submit')}</SubmitButton>
        <Button onClick={onDecline}>{t('replies.decline.button')}</Button>
        <Button variant="danger" onClick={onBlock}>
          {t('replies.block.button')}
        </Button>
      </ButtonRow>
    </Form>
  );
}

function ShareChoices() {
  const { t } = useTranslation('pool');
  const me = currentUser.value;
  const own = [
    { name: 'sharePhone', key: 'phone', value: me?.phoneNumber },
    { name: 'shareLastName', key: 'lastName', value: me?.lastName },
    { name: 'shareEmail', key: 'email', value: me?.email },
  ] as const;
  return own.map(({ name, key, value }) =>
    value ? (
      <Field
        key={name}
        name={name}
        kind="checkbox"
        label={t(`replies.share.${key}`, { value: key === 'phone' ? formatPhone(value) : value })}
      />
    ) : (
      <p key={name} className="share-missing">
        {t(`replies.share.${key}Missing`)} <AppLink href={DETAILS_PATH}>{t('replies.share.add')}</AppLink>
      </p>
    ),
  );
}
