// Two organisations that are the same become one: what goes where is shown first, and for thirty days it can be undone.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useCall } from '../../../api/hooks.ts';
import { listResource, send } from '../../../api/requests.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { type MergePreview, STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { ConfirmDialog, Dialog } from '../../../components/feedback/dialog.tsx';
import { SuggestedChoice } from '../../../components/form/controls/suggested-choice.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';

const STATES: Organization['status'][] = ['approved', 'pending', 'archived'];

/** Others of the same kind, by name. */
async function findOthers(
  { id, organizationType }: Organization,
  typed: string,
  signal: AbortSignal,
): Promise<{ value: string; label: string }[]> {
  try {
    const { items } = await listResource(
      'organizations',
      {
        filter: { nameCont: typed.trim(), organizationTypeEq: organizationType, statusIn: STATES },
        fields: { organizations: ['name', 'city'] },
        sort: 'name',
        page: { size: 8 },
      },
      { signal },
    );
    return items
      .filter((each) => each.id !== id)
      .map(({ id: value, name, city }) => ({ value, label: city ? `${name}, ${city}` : name }));
  } catch {
    return [];
  }
}

export function MergeCard({ organization, onDone }: { organization: Organization; onDone: () => void }) {
  const { t } = useTranslation('organization-manage');
  const { id, name, status, can } = organization;
  const [isChoosing, setIsChoosing] = useState(false);
  const [into, setInto] = useState<string | null>(null);
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const merges = useCall(STAFF_CALLS.merges, { id }).data?.items ?? [];
  if (!can.includes('approve') || status === 'deleted') return null;

  async function handleChosen(value: FormValue) {
    const chosen = String(value.into ?? '');
    const { item } = await send(STAFF_CALLS.mergeOrganization, { id, body: { into: chosen, dryRun: true } });
    setInto(chosen);
    setPreview(item);
    setIsChoosing(false);
  }

  async function handleMerge() {
    if (into === null) return;
    setPreview(null);
    try {
      await send(STAFF_CALLS.mergeOrganization, { id, body: { into } });
      await refresh(keyOf('/organizations'));
      addToast({ title: t('merge.done', { name }), message: t('merge.undoText'), color: 'success' });
      navigateTo(`/organizations/${into}/edit`);
    } catch (thrown) {
      addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  async function handleUndo(merged: MergePreview) {
    try {
      await send(STAFF_CALLS.undoMerge, { id, body: { organizationId: merged.id } });
      await refresh(keyOf('/organizations'));
      addToast({ title: t('merge.undone', { name: merged.name }), color: 'success' });
      onDone();
    } catch (thrown) {
      addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  return (
    <Card title={t('merge.title')} className="stack">
      <p className="soft">{t('merge.text')}</p>
      {merges.length > 0 ? (
        <ul className="organization-lines">
          {merges.map((merged) => (
            <li key={merged.id}>
              <div>
                <b>{merged.name}</b>
                <p className="soft small">
                  {t('merge.wentUp', {
                    date: formatDate(merged.mergedAt ?? ''),
                    until: formatDate(merged.undoUntil ?? ''),
                  })}
                </p>
                {merged.managers === 0 ? <p className="small">{t('merge.nobodyLeft')}</p> : null}
              </div>
              <Button
                small
                icon="undo"
                aria-label={t('merge.undoOf', { name: merged.name })}
                onClick={() => void handleUndo(merged)}
              >
                {t('merge.undo')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Button onClick={() => setIsChoosing(true)}>{t('merge.choose')}</Button>
      <Dialog
        open={isChoosing}
        title={t('merge.chooseTitle', { name })}
        description={t('merge.chooseText', { name })}
        onClose={() => setIsChoosing(false)}
        wrap={(content) => (
          <Form of="organizations" value={{}} onSubmit={handleChosen} label={t('merge.choose')}>
            {content}
          </Form>
        )}
        footer={<SubmitButton>{t('merge.look')}</SubmitButton>}
      >
        <SuggestedChoice
          name="into"
          label={t('merge.into')}
          hint={t('merge.intoHint')}
          none={t('merge.none')}
          icon="building"
          suggest={(typed, stop) => findOthers(organization, typed, stop)}
          countLabel={(count) => t('merge.found', { count })}
        />
      </Dialog>
      <ConfirmDialog
        open={preview !== null}
        title={t('merge.ask', { name, into: preview?.intoName ?? '' })}
        confirmLabel={t('merge.confirm')}
        onConfirm={() => void handleMerge()}
        onCancel={() => setPreview(null)}
      >
        {preview ? (
          <>
            <p>{t('merge.goes', { into: preview.intoName })}</p>
            <CheckList
              lines={[
                t('merge.vacancies', { count: preview.vacancies }),
                t('merge.applications', { count: preview.applications }),
                t('merge.members', { count: preview.members }),
                t('merge.notes', { count: preview.internalNotes }),
              ]}
            />
            {preview.memberNames.length > 0 ? (
              <p>{t('merge.names', { names: preview.memberNames.join(', '), into: preview.intoName })}</p>
            ) : null}
            <p>{t('merge.stays', { name, into: preview.intoName })}</p>
          </>
        ) : null}
      </ConfirmDialog>
    </Card>
  );
}
