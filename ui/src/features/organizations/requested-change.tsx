// What a manager asks to change of an approved organisation, beside what everybody sees until the centre agrees.

import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asRead } from '../../api/as-read.ts';
import { CALLS } from '../../api/calls.ts';
import { ApiError } from '../../api/client.ts';
import { send } from '../../api/requests.ts';
import type { Organization } from '../../api/schema.d.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Card } from '../../components/layout/card.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import '../../components/content/dashboard-parts.css';

const CHANGED_PARTS = ['name', 'organizationType', 'kvkNumber', 'neighbourhoodInitiative'] as const;
export type ChangedPart = (typeof CHANGED_PARTS)[number];

/** What is asked for, part by part, in the order of the form. */
export function partsOf(found: Pick<Organization, 'requestedChange'>): readonly ChangedPart[] {
  const asked = found.requestedChange ?? {};
  return CHANGED_PARTS.filter((part) => part in asked);
}

export function RequestedChange({ found, onDone }: { found: Organization; onDone: () => void }) {
  const { t } = useTranslation('organizations');
  const id = useId();
  const [isRefusing, setIsRefusing] = useState(false);
  const parts = partsOf(found);
  if (parts.length === 0) return null;
  const asked = found.requestedChange as Readonly<Record<string, unknown>>;
  const mayDecide = found.can.includes('approve');

  const wordOf = (part: ChangedPart, value: unknown): string =>
    part === 'neighbourhoodInitiative'
      ? t(value ? 'change.yes' : 'change.no')
      : part === 'organizationType'
        ? t(`change.type.${value as Organization['organizationType']}`)
        : String(value ?? '') || t('change.none');

  async function decide(event: 'approve' | 'refuse', message?: string) {
    const body = message === undefined ? { event } : { event, message };
    try {
      await send(CALLS.decideOrganizationChange, { id: found.id, body, headers: asRead(found) });
    } catch (thrown) {
      // The organisation asks for something else by now, or has changed: that is shown, to be looked at.
      const isChanged =
        thrown instanceof ApiError && (thrown.statusCode === 412 || thrown.statusCode === 428);
      if (isChanged) {
        setIsRefusing(false);
        onDone();
      }
      addToast({
        title: t(isChanged ? 'change.changed' : 'change.failed'),
        ...(isChanged ? { message: t('change.changedText') } : { message: normaliseError(thrown).message }),
        color: isChanged ? 'warning' : 'danger',
      });
      return;
    }
    addToast({ title: t(`change.${event}Done`), color: 'success' });
    onDone();
  }

  async function handleRefuse(value: FormValue) {
    await decide('refuse', String(value.message ?? '').trim());
    return [];
  }

  return (
    <Card title={t(mayDecide ? 'change.decide' : 'change.waiting')}>
      <p id={id}>{t(mayDecide ? 'change.decideText' : 'change.waitingText')}</p>
      <table className="plain-table" aria-describedby={id}>
        <thead>
          <tr>
            <th scope="col">{t('change.part')}</th>
            <th scope="col">{t('change.before')}</th>
            <th scope="col">{t('change.after')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part}>
              <th scope="row">{t(`change.of.${part}`)}</th>
              <td>{wordOf(part, found[part])}</td>
              <td>{wordOf(part, asked[part])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!mayDecide ? null : isRefusing ? (
        <Form
          of="PUT /organizations/{id}/requested_change"
          value={{ message: '' }}
          onSubmit={handleRefuse}
          label={t('change.refuse')}
        >
          <Field
            name="message"
            kind="textarea"
            rows={3}
            label={t('change.why')}
            hint={t('change.whyHint')}
            rules={{ required: true }}
          />
          <SubmitButton>{t('change.refuse')}</SubmitButton>
        </Form>
      ) : (
        <ButtonRow>
          <Button variant="primary" icon="check" onClick={() => void decide('approve')}>
            {t('change.approve')}
          </Button>
          <Button onClick={() => setIsRefusing(true)}>{t('change.refuse')}</Button>
        </ButtonRow>
      )}
    </Card>
  );
}
