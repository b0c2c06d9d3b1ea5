// The fields of a place where people meet: where it is, and how accessible.
import { useTranslation } from 'react-i18next';
import { AddressFields } from './controls/address-fields.tsx';
import { Field } from './field.tsx';

export const PLACE_FACTS = [
  'isStepFree',
  'hasAccessibleToilet',
  'hasDisabledParking',
  'hasHearingLoop',
  'hasQuietRoom',
] as const;

export function PlaceFields() {
  const { t } = useTranslation('places');
  return (
    <>
      <Field name="name" label={t('name')} />
      <AddressFields />
      <fieldset>
        <legend>{t('facts')}</legend>
        {PLACE_FACTS.map((fact) => (
          <Field key={fact} name={fact} kind="checkbox" label={t(`fact.${fact}`)} />
        ))}
      </fieldset>
      <Field name="directions" kind="textarea" rows={3} label={t('directions')} hint={t('directionsHint')} />
    </>
  );
}
