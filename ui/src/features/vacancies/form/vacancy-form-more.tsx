// Fields about when, where else, with whom, and what it brings: what matching and the filters of the search read.
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair } from '../../../components/form/form.tsx';
import { useFieldValue } from '../../../components/form/form-context.ts';
import { RepeatedGroups } from '../../../components/form/repeated-groups.tsx';
import { skills, useKeyedChoices } from '../../../lib/centre/keyed-choices.ts';
import { GAINS, SKILLS } from '../../../lib/matching/choices.ts';
import { people } from './vacancy-form.store.ts';
import { DATES, PLACES } from './vacancy-form-values.ts';

const SETTINGS = ['alone', 'together', 'either'] as const;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export function DatesField() {
  const { t } = useTranslation('vacancy-steps');
  const time = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' && !TIME.test(value.trim()) ? t('dates.time') : null;
  return (
    <RepeatedGroups
      {...DATES}
      addLabel={t('dates.add')}
      removeLabel={(number) => t('dates.remove', { number })}
    >
      {(prefix) => (
        <>
          <Field name={`${prefix}.day`} kind="date" label={t('dates.day')} />
          <FieldPair>
            <Field name={`${prefix}.from`} label={t('dates.from')} placeholder="10:00" check={time} narrow />
            <Field
              name={`${prefix}.until`}
              label={t('dates.until')}
              placeholder="12:00"
              check={time}
              narrow
            />
          </FieldPair>
        </>
      )}
    </RepeatedGroups>
  );
}

export function PlacesField() {
  const { t } = useTranslation('vacancy-steps');
  if (useFieldValue('place') === 'online') return null;
  return (
    <RepeatedGroups
      {...PLACES}
      addLabel={t('places.add')}
      removeLabel={(number) => t('places.remove', { number })}
    >
      {(prefix) => (
        <>
          <Field name={`${prefix}.name`} label={t('places.name')} hint={t('places.nameHint')} />
          <FieldPair>
            <Field
              name={`${prefix}.postalCode`}
              label={t('places.postalCode')}
              rules={{ required: true, format: 'postal-code' }}
            />
            <Field name={`${prefix}.houseNumber`} label={t('places.houseNumber')} />
          </FieldPair>
          <FieldPair>
            <Field name={`${prefix}.street`} label={t('places.street')} />
            <Field name={`${prefix}.city`} label={t('places.city')} hint={t('places.cityHint')} />
          </FieldPair>
        </>
      )}
    </RepeatedGroups>
  );
}

export function SkillsField() {
  const { t } = useTranslation('vacancy-steps');
  return (
    <Field
      name="skills"
      kind="tags"
      label={t('field.skills')}
      hint={t('field.skillsHint')}
      choices={useKeyedChoices(skills, useFieldValue('skills'), SKILLS, (key) =>
        t(`skill.${key}` as 'skill.music'),
      )}
    />
  );
}

export function GainsField() {
  const { t } = useTranslation('vacancy-steps');
  return (
    <Field
      name="gains"
      kind="tags"
      label={t('field.gains')}
      hint={t('field.gainsHint')}
      choices={GAINS.map((value) => ({ value, label: t(`gain.${value}`) }))}
    />
  );
}

/** With whom one works. */
export function CompanyFields() {
  const { t } = useTranslation('vacancy-steps');
  return (
    <>
      <Field
        name="socialSetting"
        kind="radio"
        label={t('field.socialSetting')}
        choices={SETTINGS.map((value) => ({ value, label: t(`setting.${value}`) }))}
      />
      <Field name="forGroups" kind="checkbox" label={t('field.forGroups')} hint={t('field.forGroupsHint')} />
    </>
  );
}

/** Up to two people beside the contact, who hear of applications too. */
export function OtherContactsField() {
  const { t } = useTranslation('vacancy-steps');
  const first = useFieldValue('contactPersonId');
  const others = people.value.filter(({ id }) => id !== first);
  if (others.length === 0) return null;
  return (
    <Field
      name="otherContactIds"
      kind="tags"
      label={t('field.otherContacts')}
      hint={t('field.otherContactsHint')}
      choices={others.map(({ id, fullName }) => ({ value: id, label: fullName }))}
    />
  );
}
