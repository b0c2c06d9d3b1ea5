// The fields of an activity besides when it is, one subject a card.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf } from '../../../api/hooks.ts';
import type { NewOf } from '../../../api/params.ts';
import { createResource } from '../../../api/requests.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { SubmitButton } from '../../../components/form/form.tsx';
import { useFieldValue, useForm } from '../../../components/form/form-context.ts';
import { PlaceFields } from '../../../components/form/place-fields.tsx';
import { RowForm } from '../../../components/form/row-form.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import { activityCategories, targetGroups } from '../../../lib/centre/activity-terms.ts';
import { useKeyedChoices } from '../../../lib/centre/keyed-choices.ts';
import { tags } from '../../../lib/centre/taxonomies.ts';
import { isRhythm } from '../../../lib/vacancies/rhythm.ts';
import type { Owner } from '../owners.store.ts';
import { useContacts, usePlaces } from './activity-form.store.ts';
import { DESCRIPTION_AT_MOST, ownerOf } from './activity-form-values.ts';
import { LimitFields } from './limit-fields.tsx';

const NONE: readonly string[] = [];
const asIs = (key: string): string => key;

export function OwnerCard({ owners }: { owners: readonly Owner[] }) {
  const { t } = useTranslation('activity-form');
  if (owners.length < 2) return null;
  return (
    <FormCard title={t('owner.title')}>
      <Field
        name="organizationId"
        kind="select"
        label={t('owner.label')}
        short={t('owner.short')}
        rules={{ required: true }}
        choices={owners}
      />
    </FormCard>
  );
}

export function WhatCard() {
  const { t } = useTranslation('activity-form');
  const kinds = useKeyedChoices(activityCategories, useFieldValue('activityCategories'), NONE, asIs);
  const chosen = useFieldValue('tags');
  const isChosen = (key: string): boolean => Array.isArray(chosen) && chosen.includes(key);
  // How often it happens, its dates say.
  const labels = useKeyedChoices(tags, chosen, NONE, asIs).filter(
    ({ value }) => !isRhythm(value) || isChosen(value),
  );
  const groups = useKeyedChoices(targetGroups, useFieldValue('targetGroups'), NONE, asIs);
  return (
    <FormCard title={t('what.title')}>
      <Field name="title" label={t('what.name')} hint={t('what.nameHint')} rules={{ required: true }} />
      <Field
        name="summary"
        kind="textarea"
        rows={2}
        label={t('what.summary')}
        short={t('what.summaryShort')}
        hint={t('what.summaryHint')}
      />
      <Field
        name="description"
        kind="prose"
        needed
        rows={6}
        label={t('what.description')}
        short={t('what.descriptionShort')}
        hint={t('what.descriptionHint')}
        rules={{ maxLength: DESCRIPTION_AT_MOST }}
      />
      <Field
        name="activityCategories"
        kind="tags"
        needed
        label={t('what.kinds')}
        hint={t('what.kindsHint')}
        choices={kinds}
      />
      <Field
        name="targetGroups"
        kind="tags"
        label={t('what.groups')}
        hint={t('what.groupsHint')}
        choices={groups}
      />
      {labels.length > 0 ? (
        <Field name="tags" kind="tags" label={t('what.tags')} hint={t('what.tagsHint')} choices={labels} />
      ) : null}
    </FormCard>
  );
}

export function WhereCard() {
  const { t } = useTranslation('activity-form');
  const { set, value } = useForm();
  const organizationId = ownerOf(value);
  const places = usePlaces(organizationId);
  const [isAdding, setIsAdding] = useState(false);
  const isOnline = value.place === 'online';
  return (
    <FormCard title={t('where.title')}>
      <Field
        name="place"
        kind="radio"
        label={t('where.kind')}
        rules={{ required: true }}
        choices={(['place', 'online'] as const).map((kind) => ({
          value: kind,
          label: t(`where.${kind}`),
          hint: t(`where.${kind}Hint`),
        }))}
      />
      {isOnline ? (
        <Field
          name="onlineUrl"
          kind="url"
          needed
          label={t('where.url')}
          short={t('where.urlShort')}
          hint={t('where.urlHint')}
        />
      ) : (
        <>
          <Field
            name="placeId"
            kind="select"
            needed
            label={t('where.which')}
            short={t('where.whichShort')}
            choices={places.items.map(({ id, name, address }) => ({
              value: id,
              label: [name, address.city].filter(Boolean).join(', '),
            }))}
          />
          {places.can.includes('create') ? (
            <div>
              <Button icon="plus" onClick={() => setIsAdding(true)}>
                {t('where.add')}
              </Button>
            </div>
          ) : null}
        </>
      )}
      <Field
        name="accessibility"
        kind="textarea"
        rows={3}
        label={t('where.access')}
        short={t('where.accessShort')}
        hint={t('where.accessHint')}
      />
      {isAdding ? (
        <PlaceDialog
          organizationId={organizationId}
          onMade={(id) => set('placeId', id)}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </FormCard>
  );
}

interface PlaceDialogProps {
  organizationId: string | null;
  onMade: (id: string) => void;
  onClose: () => void;
}

/** Outside the form of the activity: a form has no other form in it. */
function PlaceDialog({ organizationId, onMade, onClose }: PlaceDialogProps) {
  const { t } = useTranslation(['activity-form', 'places']);
  async function handleSave(attributes: NewOf<'places'>) {
    const owner = organizationId === null ? {} : { organizationId };
    const made = await createResource('places', { ...attributes, ...owner });
    await refresh(keyOf('/places'));
    onMade(made.id);
    onClose();
  }
  return createPortal(
    <Dialog
      open
      title={t('where.add')}
      onClose={onClose}
      wrap={(content) => (
        <RowForm of="places" row={null} onSave={handleSave} label={t('where.add')}>
          {content}
        </RowForm>
      )}
      footer={<SubmitButton>{t('places:save')}</SubmitButton>}
    >
      <PlaceFields />
    </Dialog>,
    document.body,
  );
}

export function SignUpCard() {
  const { t } = useTranslation('activity-form');
  const { value } = useForm();
  const signsUp = value.registration !== 'none';
  return (
    <FormCard title={t('signup.title')}>
      <Field
        name="registration"
        kind="radio"
        label={t('signup.how')}
        rules={{ required: true }}
        choices={(['none', 'occurrence', 'series'] as const)
          .filter((how) => how !== 'series' || value.how === 'regular' || value.registration === 'series')
          .map((how) => ({ value: how, label: t(`signup.${how}`), hint: t(`signup.${how}Hint`) }))}
      />
      {signsUp ? (
        <>
          <Field
            name="capacity"
            kind="number"
            label={t('signup.capacity')}
            short={t('signup.capacityShort')}
            hint={t('signup.capacityHint')}
          />
          {typeof value.capacity === 'number' ? (
            <Field name="hasWaitingList" kind="checkbox" label={t('signup.waiting')} />
          ) : null}
          <Field
            name="mostPerParty"
            kind="select"
            label={t('signup.party')}
            short={t('signup.partyShort')}
            rules={{ type: 'string', required: true }}
            choices={['1', '2', '3', '4'].map((count) => ({
              value: count,
              label: t('signup.partyCount', { count: Number(count) }),
            }))}
          />
          <LimitFields />
          <Field
            name="allowsGuests"
            kind="checkbox"
            label={t('signup.guests')}
            hint={t('signup.guestsHint')}
          />
        </>
      ) : null}
      <Field name="isWorkshop" kind="checkbox" label={t('signup.workshop')} hint={t('signup.workshopHint')} />
      {value.isWorkshop === true ? (
        <>
          <Field
            name="seatsPerOrganization"
            kind="number"
            label={t('signup.seats')}
            short={t('signup.seatsShort')}
            hint={t('signup.seatsHint')}
          />
          <Field
            name="onlyForOrganizations"
            kind="checkbox"
            label={t('signup.only')}
            hint={t('signup.onlyHint')}
          />
        </>
      ) : null}
    </FormCard>
  );
}

export function CostCard() {
  const { t } = useTranslation('activity-form');
  const isPaid = useFieldValue('price') === 'paid';
  return (
    <FormCard title={t('cost.title')}>
      <Field
        name="price"
        kind="radio"
        label={t('cost.price')}
        rules={{ required: true }}
        choices={(['free', 'paid'] as const).map((price) => ({ value: price, label: t(`cost.${price}`) }))}
      />
      {isPaid ? <Field name="cost" needed label={t('cost.words')} hint={t('cost.wordsHint')} /> : null}
    </FormCard>
  );
}

/** `saved` is who it is already: also somebody who left the organisation stays to be seen. */
export function ContactCard({ saved }: { saved: Owner | null }) {
  const { t } = useTranslation('activity-form');
  const found = useContacts(ownerOf(useForm().value));
  const people = found.map(({ id, fullName }) => ({ value: id, label: fullName }));
  const others = saved && !people.some(({ value }) => value === saved.value) ? [saved] : [];
  return (
    <FormCard title={t('contact.title')}>
      <Field
        name="contactPersonId"
        kind="select"
        label={t('contact.person')}
        short={t('contact.personShort')}
        choices={[...people, ...others]}
      />
      <Field name="contactPhoneVisible" kind="checkbox" label={t('contact.phone')} />
    </FormCard>
  );
}
