// Changing what is known of a person. The e-mail address is their own to change.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { User } from '../../../api/schema.d.ts';
import '../../../components/layout/stepper.css';
import '../users.css';
import { ApiError } from '../../../api/client.ts';
import { useResource } from '../../../api/hooks.ts';
import { updateResource } from '../../../api/requests.ts';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { forbidden, normaliseError, showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { LIST_PATH } from '../list/list-url.ts';
import { AboutFields, changes, LocaleField, NameFields, ReachFields, toForm } from './person-fields.tsx';

export default function EditUserPage() {
  const { id = '' } = useParams();
  const { item: found, error, refresh } = useResource('users', id, {}, { isNew: true });
  // Nobody types into what may not be saved.
  const isShut = found !== null && !found.can.includes('update');
  useEffect(() => {
    if (error) showError(normaliseError(error, { fatal: true }));
    else if (isShut) showError(forbidden());
  }, [error, isShut]);
  return found && !isShut ? <Editing found={found} onFresh={refresh} /> : <RowSkeletons count={6} />;
}

function Editing({ found, onFresh }: { found: User; onFresh: () => Promise<void> }) {
  const { t } = useTranslation('users');
  const { id, can } = found;
  const name = found.fullName || t('nameless');
  const draft = `users/${id}`;
  const [round, setRound] = useState(0);
  const [hasConflict, setHasConflict] = useState(false);
  const base = toForm(found);
  usePageHead(t('edit.title', { name }));
  useEffect(() => () => markSaved(draft), [draft]);

  async function handleSubmit(value: FormValue) {
    try {
      const changed = changes(base, value);
      if (Object.keys(changed).length > 0) await updateResource('users', id, changed);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.statusCode !== 412) throw thrown;
      setHasConflict(true);
      return [{ detail: t('edit.conflictTitle') }];
    }
    dropDraft(draft);
    markSaved(draft);
    addToast({ title: t('edit.saved'), color: 'success' });
    navigateTo(`${LIST_PATH}/${id}`);
    return [];
  }

  async function handleReload() {
    dropDraft(draft);
    await onFresh();
    setHasConflict(false);
    setRound((times) => times + 1);
  }

  return (
    <div className="page-bottom">
      <Breadcrumb
        crumbs={[
          { label: t('list.title'), href: LIST_PATH },
          { label: name, href: `${LIST_PATH}/${id}` },
          { label: t('menu.edit') },
        ]}
      />
      <PageTitle title={t('edit.title', { name })} />
      <div className="form-layout">
        <div className="stack">
          {hasConflict ? (
            <Notice tone="warning" live>
              <p>
                <strong>{t('edit.conflictTitle')}</strong>
              </p>
              <p>{t('edit.conflictText')}</p>
              <Button small onClick={() => void handleReload()}>
                {t('edit.reload')}
              </Button>
            </Notice>
          ) : null}
          <Form
            key={round}
            of="users"
            value={{ ...base, ...readDraft<FormValue>(draft) }}
            onChange={(value) => saveDraft(draft, value)}
            onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(draft) : markSaved(draft))}
            onSubmit={handleSubmit}
            label={t('edit.title', { name })}
          >
            <FormCard title={t('add.who')}>
              <NameFields required={found.firstName !== null} />
              <p className="soft">{t('edit.emailHint', { email: found.email })}</p>
              <ReachFields />
              <LocaleField />
              <AboutFields />
            </FormCard>
            {can.includes('govern') ? (
              <FormCard title={t('edit.rights')}>
                <Field
                  name="canExport"
                  kind="checkbox"
                  label={t('field.canExport')}
                  hint={t('field.canExportHint')}
                />
              </FormCard>
            ) : null}
            <ButtonRow>
              <SubmitButton large>{t('edit.save')}</SubmitButton>
              <ButtonLink variant="quiet" href={`${LIST_PATH}/${id}`}>
                {t('edit.back')}
              </ButtonLink>
            </ButtonRow>
          </Form>
        </div>
      </div>
    </div>
  );
}
