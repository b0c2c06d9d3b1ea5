// What the social map tells of an organisation: whether it is on it, for whom, when it is open, and where exactly.
import { type SyntheticEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useResource } from '../../api/hooks.ts';
import { updateResource } from '../../api/requests.ts';
import type { Organization } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { FormCard } from '../../components/layout/card.tsx';
import { MapView } from '../../components/map/map-view.tsx';
import '../../components/form/form.css';
import {
  activityTypes,
  loadTaxonomy,
  nameOf,
  nonProfitTypes,
  offeredTerms,
} from '../../lib/centre/taxonomies.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { language } from '../../lib/locale/language.ts';
import './social-map-settings.css';

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
const WEEK = ['1', '2', '3', '4', '5', '6', '7'] as const;
const ENOUGH = 100;

export function SocialMapSettings({ id }: { id: string }) {
  const { item } = useResource('organizations', id, { include: ['address', 'profile'] });
  useEffect(() => {
    void loadTaxonomy(nonProfitTypes);
    void loadTaxonomy(activityTypes);
  }, []);
  return item?.id === id ? <Settings key={id} organization={item} /> : null;
}

interface Hours {
  day: number;
  from: string;
  until: string;
}

function Settings({ organization }: { organization: Organization }) {
  const { t } = useTranslation('social-map');
  const { id, profile, address, description, neighbourhoodInitiative } = organization;
  const [isShown, setIsShown] = useState(profile?.showOnSocialMap ?? false);
  const [type, setType] = useState(profile?.nonProfitTypeId ?? '');
  const [activities, setActivities] = useState<readonly string[]>(profile?.activityTypeIds ?? []);
  const [audiences, setAudiences] = useState<readonly string[]>(profile?.audiences ?? []);
  const [languages, setLanguages] = useState<readonly string[]>(profile?.languages ?? []);
  const [wheelchair, setWheelchair] = useState(profile?.wheelchairAccessible ?? false);
  const [toilet, setToilet] = useState(profile?.accessibleToilet ?? false);
  const [hours, setHours] = useState<readonly Hours[]>(profile?.openingHours ?? []);
  const [note, setNote] = useState(profile?.openingNote ?? '');
  const [moved, setMoved] = useState<{ latitude: number; longitude: number } | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const fieldId = useId();

  async function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    setFaults([]);
    try {
      await updateResource(
        'organizations',
        id,
        {
          profile: {
            showOnSocialMap: isShown,
            nonProfitTypeId: type || null,
            activityTypeIds: [...activities],
            audiences: AUDIENCES.filter((each) => audiences.includes(each)),
            languages: [...languages],
            wheelchairAccessible: wheelchair,
            accessibleToilet: toilet,
            openingHours: hours.filter(({ from, until }) => from !== '' || until !== ''),
            openingNote: note.trim() || null,
          },
          ...(moved ? { address: { ...moved, isExact: true } } : {}),
        },
        { ifMatch: false },
      );
      addToast({ title: t('edit.saved'), color: 'success' });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFaults(thrown.errors.flatMap(({ detail, title }) => detail ?? title ?? []));
    }
  }
  function setTime(day: number, part: 'from' | 'until', value: string) {
    const known = hours.find((each) => each.day === day);
    setHours(
      known
        ? hours.map((each) => (each === known ? { ...each, [part]: value } : each))
        : [...hours, { day, from: '', until: '', [part]: value }],
    );
  }
  const at =
    moved ??
    (address?.latitude && address.longitude
      ? { latitude: address.latitude, longitude: address.longitude }
      : null);
  const isTooShort = (description ?? '').trim().length < ENOUGH;

  return (
    <form className="social-map-settings" onSubmit={(event) => void handleSubmit(event)}>
      <FormCard title={t('edit.title')}>
        {faults.length > 0 ? (
          <Notice tone="danger" live>
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </Notice>
        ) : null}
        <Choice label={t('edit.show')} checked={isShown} onChange={setIsShown} />
        {isShown && isTooShort ? <Notice tone="warning">{t('edit.tooShort', { min: ENOUGH })}</Notice> : null}
        <div className="field">
          <label htmlFor={`${fieldId}-type`}>{t('filter.type')}</label>
          <select
            className="select"
            id={`${fieldId}-type`}
            value={type}
            onChange={(event) => setType(event.target.value)}
          >
            <option value="">{t('edit.noType')}</option>
            {offeredTerms(nonProfitTypes, [type]).map((term) => (
              <option key={term.id} value={term.id}>
                {nameOf(term)}
              </option>
            ))}
          </select>
        </div>
        <Choices
          title={t('filter.activity')}
          chosen={activities}
          onChange={setActivities}
          choices={offeredTerms(activityTypes, activities).map((term) => [term.id, nameOf(term)])}
        />
        <Choices
          title={t('filter.audience')}
          chosen={audiences}
          onChange={setAudiences}
          choices={AUDIENCES.map((each) => [each, t(`audience.${each}`)])}
        />
        <Choices
          title={t('edit.languages')}
          chosen={languages}
          onChange={setLanguages}
          choices={SPOKEN.map((code) => [code, names.of(code) ?? code])}
        />
        <fieldset className="field">
          <legend>{t('page.access')}</legend>
          <Choice label={t('fact.wheelchair')} checked={wheelchair} onChange={setWheelchair} />
          <Choice label={t('fact.toilet')} checked={toilet} onChange={setToilet} />
        </fieldset>
        <fieldset className="field">
          <legend>{t('page.hours')}</legend>
          <p className="hint">{t('edit.hoursHint')}</p>
          {WEEK.map((day) => {
            const known = hours.find((each) => String(each.day) === day);
            const name = t(`day.${day}`);
            return (
              <div key={day} className="hours-row">
                <span>{name}</span>
                <input
                  className="input"
                  type="time"
                  aria-label={t('edit.from', { day: name })}
                  value={known?.from ?? ''}
                  onChange={(event) => setTime(Number(day), 'from', event.target.value)}
                />
                <input
                  className="input"
                  type="time"
                  aria-label={t('edit.until', { day: name })}
                  value={known?.until ?? ''}
                  onChange={(event) => setTime(Number(day), 'until', event.target.value)}
                />
              </div>
            );
          })}
        </fieldset>
        <div className="field">
          <label htmlFor={`${fieldId}-note`}>{t('edit.note')}</label>
          <input
            className="input"
            id={`${fieldId}-note`}
            maxLength={200}
            placeholder={t('edit.noteExample')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        {at && !neighbourhoodInitiative ? (
          <fieldset className="field">
            <legend>{t('edit.place')}</legend>
            <p className="hint">{t('edit.placeHint')}</p>
            <PlaceByHand
              at={at}
              name={organization.name}
              isExact={moved !== null || (address?.isExact ?? false)}
              onMove={(latitude, longitude) => setMoved({ latitude, longitude })}
            />
          </fieldset>
        ) : null}
        <Button variant="primary" type="submit">
          {t('edit.save')}
        </Button>
      </FormCard>
    </form>
  );
}

/** The marker is moved with the mouse, a finger, or the arrow keys. */
function PlaceByHand({
  at,
  name,
  isExact,
  onMove,
}: {
  at: { latitude: number; longitude: number };
  name: string;
  isExact: boolean;
  onMove: (latitude: number, longitude: number) => void;
}) {
  const { t } = useTranslation('social-map');
  const [places] = useState(() => [{ id: 'own', label: name, ...at, isExact: true }]);
  return (
    <>
      <MapView places={places} label={t('edit.placeLabel', { name })} onMove={onMove} wide fit={false} />
      <p className="hint" aria-live="polite">
        {isExact
          ? t('edit.placed', { latitude: at.latitude.toFixed(4), longitude: at.longitude.toFixed(4) })
          : t('edit.byPostcode')}
      </p>
    </>
  );
}

function Choice({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="filter-option">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

function Choices({
  title,
  choices,
  chosen,
  onChange,
}: {
  title: string;
  choices: readonly (readonly [string, string])[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      <div className="choice-columns">
        {choices.map(([value, label]) => (
          <Choice
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
