// The fields of one's own profile, in four subjects.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnProfile } from '../../../../api/pool-calls.ts';
import { Field } from '../../../../components/form/field.tsx';
import { useFieldValue, useForm } from '../../../../components/form/form-context.ts';
import { Card, FormCard } from '../../../../components/layout/card.tsx';
import { WeekGrid } from '../../../../components/pool/week-grid.tsx';
import { appName } from '../../../../lib/centre/centre.ts';
import { skills, useKeyedChoices } from '../../../../lib/centre/keyed-choices.ts';
import { activityTypes, nameOf, offeredTerms } from '../../../../lib/centre/taxonomies.ts';
import { FOUR_DIGITS } from '../../../../lib/locale/postal-code.ts';
import { formatDate, formatNumber } from '../../../../lib/locale/time.ts';
import { GAINS, SKILLS } from '../../../../lib/matching/choices.ts';
import { TRANSPORT } from '../wishes.ts';
import { BlockedOrganizations } from './blocked-organizations.tsx';
import { LanguageRows } from './language-rows.tsx';
import { HEADLINE_LENGTH, listIn } from './own-profile.ts';
import { CONSENT } from './visibility-banner.tsx';
import '../../../../components/table/filter-panel.css';

const MINUTES_A_KM = 4;
const FARTHEST_KM = 25;

export function LikeCard() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { t: words } = useTranslation('matching');
  const themes = offeredTerms(activityTypes, useFieldValue('themeIds'));
  const can = useKeyedChoices(skills, useFieldValue('skills'), SKILLS, (key) =>
    words(`choice.skill.${key}` as 'choice.skill.music'),
  );
  return (
    <FormCard title={t('like')}>
      <Field
        name="themeIds"
        kind="tags"
        needed
        label={t('themes')}
        choices={themes.map((term) => ({ value: term.id, label: nameOf(term) }))}
      />
      <Field name="skills" kind="tags" needed label={t('skills')} choices={can} />
      <LanguageRows />
      <Field name="practisesDutch" kind="checkbox" label={t('language.practise')} />
    </FormCard>
  );
}

export function WhenWhereCard() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { t: words } = useTranslation('matching');
  const { t: wishes } = useTranslation('wishes');
  const ways = ['walk', 'bike', 'public_transport', 'car'] as const;
  const rhythms = ['once', 'regularly', 'flexible'] as const;
  return (
    <FormCard title={t('whenWhere')}>
      <WeekField />
      <Field
        name="frequency"
        kind="select"
        needed
        label={t('frequency')}
        choices={rhythms.map((value) => ({ value, label: words(`choice.frequency.${value}`) }))}
      />
      <div className="field-pair is-top">
        <div className="unit-field">
          <Field name="hoursPerWeek" kind="number" needed label={t('hours')} short={t('hoursShort')} />
          <span aria-hidden="true">{t('hoursUnit')}</span>
        </div>
        <Field
          name="transport"
          kind="select"
          needed
          label={t('transport')}
          choices={ways.map((value) => ({ value, label: wishes(`question.transport.${value}`) }))}
        />
      </div>
      <div className="field-pair is-top">
        <Field
          name="postalCode4"
          needed
          narrow
          label={t('postalCode')}
          hint={t('postalCodeHint')}
          autoComplete="off"
          check={(value) => {
            const typed = String(value ?? '').trim();
            return typed === '' || FOUR_DIGITS.test(typed) ? null : t('postalCodeWrong');
          }}
        />
        <FarField />
      </div>
      <Field name="wantsOnline" kind="checkbox" label={t('online')} />
    </FormCard>
  );
}

function WeekField() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { value, set } = useForm();
  return (
    <fieldset className="field">
      <legend>{t('availability')}</legend>
      <WeekGrid
        caption={t('availability')}
        chosen={listIn(value.availability)}
        onChange={(slots) => set('availability', slots)}
      />
    </fieldset>
  );
}

/** Nothing chosen: as far as the means of transport takes them. */
function FarField() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { value, set } = useForm();
  const id = useId();
  const way = Object.keys(TRANSPORT).find((each): each is keyof typeof TRANSPORT => each === value.transport);
  const chosen = typeof value.maxDistanceKm === 'number' ? value.maxDistanceKm : null;
  const km = chosen ?? TRANSPORT[way ?? 'bike'];
  const text =
    way === 'bike'
      ? t('farBike', { km: formatNumber(km), minutes: formatNumber(km * MINUTES_A_KM) })
      : t('farKm', { km: formatNumber(km) });
  return (
    <div className="field">
      <label htmlFor={id}>{t('far')}</label>
      <p className="hint">
        <output htmlFor={id}>{text}</output>
      </p>
      <input
        className="range"
        id={id}
        type="range"
        min={2}
        max={Math.max(FARTHEST_KM, km)}
        value={km}
        aria-valuetext={text}
        onChange={(event) => set('maxDistanceKm', event.target.valueAsNumber)}
      />
    </div>
  );
}

export function AboutCard() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const used = [...String(useFieldValue('headline') ?? '')].length;
  return (
    <FormCard title={t('you')}>
      <div>
        <Field name="headline" needed label={t('headline')} />
        <p className="hint text-counter">{t('counter', { used, limit: HEADLINE_LENGTH })}</p>
      </div>
      <Field name="about" kind="textarea" rows={5} label={t('about')} />
    </FormCard>
  );
}

export function OwnCard() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { t: words } = useTranslation('matching');
  return (
    <FormCard title={t('own')}>
      <p className="hint">{t('ownText')}</p>
      <Field
        name="gains"
        kind="tags"
        needed
        label={t('gains')}
        choices={GAINS.map((value) => ({ value, label: words(`choice.gain.${value}`) }))}
      />
      <Field
        name="socialSetting"
        kind="select"
        needed
        label={t('social')}
        choices={(['together', 'alone', 'either'] as const).map((value) => ({
          value,
          label: words(`choice.social.${value}`),
        }))}
      />
    </FormCard>
  );
}

interface ConsentCardProps {
  profile: OwnProfile;
  isYoung: boolean;
  /** Somebody else looks as this person: consent is not theirs to give. */
  isOther: boolean;
}

export function ConsentCard({ profile, isYoung, isOther }: ConsentCardProps) {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  return (
    <div id={CONSENT} className="consent-card">
      <Card title={t('who')} className="form-card">
        {isYoung ? (
          <p>{t('young')}</p>
        ) : (
          <>
            <p className="hint">{t('whoText')}</p>
            <ConsentField consentedAt={profile.consentedAt ?? null} isOther={isOther} />
            {profile.sharedWith.length > 0 ? (
              <ElsewhereField centres={profile.sharedWith} isOther={isOther} />
            ) : null}
          </>
        )}
        <BlockedOrganizations />
      </Card>
    </div>
  );
}

/** Says yes to organisations of other centres as well: of those that are named here. */
function ElsewhereField({ centres, isOther }: { centres: readonly string[]; isOther: boolean }) {
  const { t, i18n } = useTranslation('account', { keyPrefix: 'own' });
  const isConsentGiven = useFieldValue('consent') === true;
  return (
    <div className="consent">
      <Field
        name="elsewhere"
        kind="checkbox"
        disabled={isOther || !isConsentGiven}
        label={t('elsewhere', { centres: new Intl.ListFormat(i18n.language).format(centres) })}
        hint={t('elsewhereText')}
      />
    </div>
  );
}

function ConsentField({ consentedAt, isOther }: { consentedAt: string | null; isOther: boolean }) {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { errors } = useForm();
  const date = consentedAt === null ? '' : formatDate(consentedAt);
  const text = consentedAt === null ? null : ` ${t('consentGiven', { date })}`;
  return (
    <div className={errors.consent ? 'consent has-error' : 'consent'}>
      <Field
        name="consent"
        kind="checkbox"
        disabled={isOther}
        label={t('consent', { centre: appName.value })}
        hint={
          <>
            {t('consentText')}
            {text}
          </>
        }
      />
    </div>
  );
}
