// The fields of a vacancy, one subject a card.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Taxonomy } from '../../../api/schema.d.ts';
import { AddressFields } from '../../../components/form/controls/address-fields.tsx';
import { Field, type FieldProps } from '../../../components/form/field.tsx';
import { useFieldValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { ImageChoice } from '../../../components/picture/image-choice.tsx';
import { centreMeta } from '../../../lib/centre/centre.ts';
import { languages, useKeyedChoices } from '../../../lib/centre/keyed-choices.ts';
import {
  activityTypes,
  ageGroups,
  nameOf,
  offeredTerms,
  type TaxonomyList,
  tags,
} from '../../../lib/centre/taxonomies.ts';
import { language } from '../../../lib/locale/language.ts';
import { isRhythm, RHYTHM } from '../../../lib/vacancies/rhythm.ts';
import { AvailabilityField } from './availability-field.tsx';
import { MoreFields } from './more-fields.tsx';
import { type Judged, QualityNote } from './quality/quality-note.tsx';
import { loadOwner, owner, ownerChoices, people } from './vacancy-form.store.ts';
import {
  CompanyFields,
  DatesField,
  GainsField,
  OtherContactsField,
  PlacesField,
  SkillsField,
} from './vacancy-form-more.tsx';
import { expiryProblem } from './vacancy-form-rules.ts';
import {
  DESCRIPTION_AT_MOST,
  linesOf,
  MAX_REQUIREMENTS,
  MOST_HOURS,
  REQUIREMENT_LENGTH,
} from './vacancy-form-values.ts';

const LANGUAGES = ['nl', 'en', 'de', 'fr', 'ar', 'tr', 'pl', 'uk', 'ti'] as const;
const CHECKS = ['vog', 'driving_licence', 'first_aid', 'interview'] as const;
const TYPES = ['volunteering', 'one-on-one', 'neighbour-help', 'p2p', 'language', 'activity'] as const;

/** A text that is judged while it is written. */
function JudgedField(props: FieldProps & { name: Judged }) {
  return (
    <>
      <Field {...props} />
      <QualityNote name={props.name} />
    </>
  );
}

interface TermsFieldProps {
  of: TaxonomyList;
  name: string;
  label: string;
  hint: string;
}

/** Terms of a list; what was chosen before it left the list stays to be seen. */
function TermsField({ of, name, ...words }: TermsFieldProps) {
  const choices = offeredTerms(of, useFieldValue(name)).map(choiceOf);
  return <Field name={name} kind="tags" choices={choices} {...words} />;
}

const choiceOf = (term: Taxonomy) => ({ value: term.id, label: nameOf(term) });
const tagChoice = (term: Taxonomy) => ({ value: term.key, label: nameOf(term) });

export function OwnerCard() {
  const { t } = useTranslation('vacancies');
  const choices = ownerChoices.value.map(({ id, name }) => ({ value: id, label: name }));
  if (choices.length < 2) return null;
  return (
    <FormCard title={t('card.owner')}>
      <Field
        name="organizationId"
        kind="select"
        label={t('field.organization')}
        short={t('field.organizationShort')}
        rules={{ required: true }}
        choices={choices}
      />
    </FormCard>
  );
}

export function WhatCard() {
  const { t } = useTranslation(['vacancies', 'components', 'vacancy-steps']);
  const chosen = useFieldValue('vacancyType');
  // One from before something was switched off keeps its type.
  const offered = TYPES.filter((type) => type === chosen || centreMeta.value.vacancyTypes.includes(type));
  return (
    <FormCard title={t('card.what')}>
      <JudgedField
        name="title"
        label={t('field.title')}
        hint={t('field.titleHint')}
        rules={{ required: true }}
      />
      <JudgedField
        name="summary"
        kind="textarea"
        rows={2}
        label={t('field.summary')}
        short={t('field.summaryShort')}
        hint={t('field.summaryHint')}
      />
      <JudgedField
        name="description"
        kind="prose"
        needed
        rows={6}
        label={t('field.description')}
        short={t('field.descriptionShort')}
        hint={t('field.descriptionHint')}
        rules={{ maxLength: DESCRIPTION_AT_MOST }}
      />
      <MoreFields
        label={t('vacancy-steps:more.kind')}
        fields={{ activityTypeIds: t('field.activityTypes'), vacancyType: t('field.type') }}
      >
        <TermsField
          of={activityTypes}
          name="activityTypeIds"
          label={t('field.activityTypes')}
          hint={t('field.activityTypesHint')}
        />
        <Field
          name="vacancyType"
          kind="select"
          label={t('field.type')}
          short={t('field.typeShort')}
          rules={{ required: true }}
          choices={offered.map((value) => ({ value, label: t(`components:kind.${value}`) }))}
        />
      </MoreFields>
    </FormCard>
  );
}

export function WhenCard({ dayBefore }: { dayBefore: string | null }) {
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  const known = offeredTerms(tags, useFieldValue('rhythm'));
  return (
    <FormCard title={t('card.when')}>
      <Field
        name="rhythm"
        kind="tags"
        label={t('field.rhythm')}
        choices={RHYTHM.flatMap((key) => known.filter((term) => term.key === key).map(tagChoice))}
      />
      <Field name="schedule" label={t('field.schedule')} hint={t('field.scheduleHint')} />
      <Field
        name="hoursPerWeek"
        kind="number"
        label={t('field.hours')}
        short={t('field.hoursShort')}
        hint={t('field.hoursHint')}
        rules={{ maximum: Number.MAX_SAFE_INTEGER }}
        check={(hours) => (Number(hours) > MOST_HOURS ? t('field.hoursTooMany') : null)}
      />
      {/* A day that was there before may lie behind us: only a new one has to lie ahead. */}
      <Field
        name="expiresAt"
        kind="date"
        label={t('field.expiresAt')}
        short={t('field.expiresAtShort')}
        hint={t('field.expiresAtHint')}
        rules={{ required: true }}
        check={(day) => (day === dayBefore ? null : expiryProblem(String(day ?? ''), (key) => t(key)))}
      />
      <MoreFields
        label={t('vacancy-steps:more.days')}
        fields={{
          availability: t('vacancy-steps:more.availability'),
          'dates.': t('vacancy-steps:more.dates'),
        }}
      >
        <AvailabilityField name="availability" />
        <DatesField />
      </MoreFields>
    </FormCard>
  );
}

export function WhereCard() {
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  const place = useFieldValue('place');
  const own = owner.value?.address;
  const line = [[own?.street, own?.houseNumber].filter(Boolean).join(' '), own?.city]
    .filter(Boolean)
    .join(', ');
  return (
    <FormCard title={t('card.where')}>
      <Field
        name="place"
        kind="radio"
        label={t('field.place')}
        rules={{ required: true }}
        choices={[
          {
            value: 'organization',
            label: t('place.organization'),
            hint: line || t('place.organizationHint'),
          },
          { value: 'elsewhere', label: t('place.elsewhere'), hint: t('place.elsewhereHint') },
          { value: 'online', label: t('place.online'), hint: t('place.onlineHint') },
        ]}
      />
      {place === 'elsewhere' ? <AddressFields required /> : null}
      <PlacesField />
      <Field
        name="wheelchairAccessible"
        kind="checkbox"
        label={t('vacancy-steps:field.wheelchair')}
        hint={t('vacancy-steps:field.wheelchairHint')}
      />
    </FormCard>
  );
}

export function WhoCard() {
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  // A name of a language in one's own language: the platform knows them.
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  return (
    <FormCard title={t('card.who')}>
      <JudgedField
        name="requirements"
        kind="textarea"
        rows={3}
        label={t('field.requirements')}
        short={t('field.requirementsShort')}
        hint={t('field.requirementsHint', { count: MAX_REQUIREMENTS })}
        check={(value) => {
          const lines = linesOf(value);
          if (lines.length > MAX_REQUIREMENTS)
            return t('field.requirementsTooMany', { count: MAX_REQUIREMENTS });
          return lines.some((line) => [...line].length > REQUIREMENT_LENGTH)
            ? t('field.requirementTooLong', { count: REQUIREMENT_LENGTH })
            : null;
        }}
      />
      <MoreFields
        label={t('vacancy-steps:more.who')}
        fields={{
          capacity: t('field.capacityShort'),
          minAge: t('field.minAgeShort'),
          languages: t('field.languages'),
          skills: t('vacancy-steps:field.skills'),
          tags: t('field.tags'),
          ageGroupIds: t('field.ageGroups'),
          requiredChecks: t('field.checks'),
          socialSetting: t('vacancy-steps:field.socialSetting'),
          forGroups: t('vacancy-steps:field.forGroups'),
        }}
      >
        <Field
          name="capacity"
          kind="number"
          label={t('field.capacity')}
          short={t('field.capacityShort')}
          hint={t('field.capacityHint')}
        />
        <Field
          name="minAge"
          kind="number"
          label={t('field.minAge')}
          short={t('field.minAgeShort')}
          rules={{ type: 'integer' }}
        />
        <Field
          name="languages"
          kind="tags"
          label={t('field.languages')}
          choices={useKeyedChoices(
            languages,
            useFieldValue('languages'),
            LANGUAGES,
            (code) => names.of(code) ?? code,
          )}
        />
        <SkillsField />
        <Field
          name="tags"
          kind="tags"
          label={t('field.tags')}
          choices={offeredTerms(tags, useFieldValue('tags'))
            .filter((term) => !isRhythm(term.key))
            .map(tagChoice)}
        />
        <TermsField
          of={ageGroups}
          name="ageGroupIds"
          label={t('field.ageGroups')}
          hint={t('field.ageGroupsHint')}
        />
        <Field
          name="requiredChecks"
          kind="checkboxes"
          label={t('field.checks')}
          choices={CHECKS.map((check) => ({ value: check, label: t(`check.${check}`) }))}
        />
        <CompanyFields />
      </MoreFields>
    </FormCard>
  );
}

export function OfferCard() {
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  return (
    <FormCard title={t('card.offer')}>
      <JudgedField
        name="offer"
        kind="textarea"
        rows={3}
        label={t('field.offer')}
        hint={t('field.offerHint')}
      />
      <MoreFields
        label={t('vacancy-steps:more.offer')}
        fields={{ expenses: t('field.expenses'), gains: t('vacancy-steps:field.gains') }}
      >
        <JudgedField name="expenses" label={t('field.expenses')} hint={t('field.expensesHint')} />
        <GainsField />
      </MoreFields>
    </FormCard>
  );
}

export function ContactCard() {
  const { t } = useTranslation('vacancies');
  const organizationId = useFieldValue('organizationId');
  const id = typeof organizationId === 'string' ? organizationId : null;
  useEffect(() => {
    void loadOwner(id);
  }, [id]);
  return (
    <FormCard title={t('card.contact')}>
      <Field
        name="contactPersonId"
        kind="select"
        label={t('field.contact')}
        short={t('field.contactShort')}
        hint={t('field.contactHint')}
        choices={people.value.map((person) => ({ value: person.id, label: person.fullName }))}
      />
      <OtherContactsField />
      <Field
        name="contactPhoneVisible"
        kind="checkbox"
        label={t('field.phoneVisible')}
        hint={t('field.phoneVisibleHint')}
      />
    </FormCard>
  );
}

/** Only where the organisation itself still waits: its vacancy can go out by itself then. */
export function ApprovalCard() {
  const { t } = useTranslation('vacancies');
  if (owner.value?.status !== 'pending') return null;
  return (
    <FormCard title={t('card.approval')}>
      <Field
        name="publishAfterApproval"
        kind="checkbox"
        label={t('field.publishAfterApproval')}
        hint={t('field.publishAfterApprovalHint')}
      />
    </FormCard>
  );
}

export function ImageCard() {
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  return (
    <FormCard title={t('card.image')}>
      <MoreFields
        label={t('vacancy-steps:more.image')}
        fields={{ imageUrl: t('vacancy-steps:more.ownImage'), youtubeUrl: t('field.youtube') }}
      >
        <ImageChoice name="imageUrl" altName="imageAlt" hint={t('field.imageHint')} />
        <Field name="youtubeUrl" kind="url" label={t('field.youtube')} hint={t('field.youtubeHint')} />
      </MoreFields>
    </FormCard>
  );
}
