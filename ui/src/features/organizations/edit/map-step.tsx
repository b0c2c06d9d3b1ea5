// What the social map tells of an organisation: whether it is on it, what it is, and for whom.
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Form } from '../../../components/form/form.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import {
  activityTypes,
  loadTaxonomy,
  nameOf,
  nonProfitTypes,
  offeredTerms,
} from '../../../lib/centre/taxonomies.ts';
import { language } from '../../../lib/locale/language.ts';
import { draftOf } from './edit-steps.ts';
import { Choice, Choices, useKept } from './profile-parts.tsx';
import { StepEnd, type StepProps } from './step-end.tsx';

const AUDIENCES = [
  'children',
  'young_people',
  'families',
  'older_people',
  'carers',
  'newcomers',
  'people_with_a_disability',
  'people_with_little_money',
] as const;
const SPOKEN = ['en', 'de', 'fr', 'ar', 'tr', 'pl', 'uk', 'ti'] as const;
const ENOUGH = 100;

export function MapStep({ found, save }: StepProps) {
  const { t } = useTranslation(['organization-map', 'social-map', 'organizations']);
  const { profile, description } = found;
  const [value, change] = useKept(draftOf(found.id, 'map'), {
    isShown: profile?.showOnSocialMap ?? false,
    type: profile?.nonProfitTypeId ?? '',
    activities: (profile?.activityTypeIds ?? []) as readonly string[],
    audiences: (profile?.audiences ?? []) as readonly (typeof AUDIENCES)[number][],
    languages: (profile?.languages ?? []) as readonly string[],
    wheelchair: profile?.wheelchairAccessible ?? false,
    toilet: profile?.accessibleToilet ?? false,
  });
  useEffect(() => {
    void loadTaxonomy(nonProfitTypes);
    void loadTaxonomy(activityTypes);
  }, []);
  const fieldId = useId();
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const isTooShort = (description ?? '').trim().length < ENOUGH;
  const handleSubmit = () =>
    save({
      profile: {
        showOnSocialMap: value.isShown,
        nonProfitTypeId: value.type || null,
        activityTypeIds: [...value.activities],
        audiences: AUDIENCES.filter((each) => value.audiences.includes(each)),
        languages: [...value.languages],
        wheelchairAccessible: value.wheelchair,
        accessibleToilet: value.toilet,
      },
    });
  return (
    <Form onSubmit={handleSubmit} label={t('title')}>
      <FormCard title={t('title')}>
        <Choice label={t('show')} checked={value.isShown} onChange={(isShown) => change({ isShown })} />
        {value.isShown && isTooShort ? (
          <Notice tone="warning">{t('tooShort', { min: ENOUGH })}</Notice>
        ) : null}
        <div className="field">
          <label htmlFor={`${fieldId}-type`}>{t('social-map:filter.type')}</label>
          <select
            className="select"
            id={`${fieldId}-type`}
            value={value.type}
            onChange={(event) => change({ type: event.target.value })}
          >
            <option value="">{t('noType')}</option>
            {offeredTerms(nonProfitTypes, [value.type]).map((term) => (
              <option key={term.id} value={term.id}>
                {nameOf(term)}
              </option>
            ))}
          </select>
        </div>
        <Choices
          title={t('social-map:filter.activity')}
          chosen={value.activities}
          onChange={(activities) => change({ activities })}
          choices={offeredTerms(activityTypes, value.activities).map((term) => [term.id, nameOf(term)])}
        />
        <Choices
          title={t('social-map:filter.audience')}
          chosen={value.audiences}
          onChange={(audiences) => change({ audiences })}
          choices={AUDIENCES.map((each) => [each, t(`social-map:audience.${each}`)])}
        />
        <Choices
          title={t('languages')}
          chosen={value.languages}
          onChange={(languages) => change({ languages })}
          choices={SPOKEN.map((code) => [code, names.of(code) ?? code])}
        />
        <fieldset className="field">
          <legend>{t('access')}</legend>
          <Choice
            label={t('social-map:fact.wheelchair')}
            checked={value.wheelchair}
            onChange={(wheelchair) => change({ wheelchair })}
          />
          <Choice
            label={t('social-map:fact.toilet')}
            checked={value.toilet}
            onChange={(toilet) => change({ toilet })}
          />
        </fieldset>
      </FormCard>
      <StepEnd found={found} step="map" />
    </Form>
  );
}
