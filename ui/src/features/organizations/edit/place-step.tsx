// Where an organisation is: its own address, exactly on the map if it likes, and its further places.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrganizationInput } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { AddressFields } from '../../../components/form/controls/address-fields.tsx';
import { Form } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { MapView } from '../../../components/map/map-view.tsx';
import { readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { changes, draftOf, toForm } from './edit-steps.ts';
import { useKept } from './profile-parts.tsx';
import { StepEnd, type StepProps } from './step-end.tsx';

const MOST_PLACES = 10;
const PLACE_PARTS = ['name', 'street', 'houseNumber', 'postalCode', 'city'] as const;
type Part = (typeof PLACE_PARTS)[number];
const LONGEST: Readonly<Record<Part, number>> = {
  name: 150,
  street: 100,
  houseNumber: 10,
  postalCode: 12,
  city: 80,
};

/** A place besides the own address, as the server has it. */
interface Place {
  name: string | null;
  street: string | null;
  houseNumber: string | null;
  postalCode: string | null;
  city: string | null;
  latitude?: number | null;
  longitude?: number | null;
  isExact?: boolean;
}

const NOWHERE: Place = { name: null, street: null, houseNumber: null, postalCode: null, city: null };

export function PlaceStep({ found, save }: StepProps) {
  const { t } = useTranslation(['organization-map', 'organizations']);
  const { address, neighbourhoodInitiative, profile } = found;
  const base = toForm(found);
  const draft = draftOf(found.id, 'place');
  const addressDraft = `${draft}/address`;
  const [{ places }, change] = useKept(draft, {
    places: (profile?.places ?? []) as readonly Place[],
  });
  const [moved, setMoved] = useState<{ latitude: number; longitude: number } | null>(null);
  const at =
    moved ??
    (address?.latitude && address.longitude
      ? { latitude: address.latitude, longitude: address.longitude }
      : null);

  function handleSubmit(value: FormValue) {
    const own = changes(base, value);
    const all: OrganizationInput = {
      ...own,
      ...(moved ? { address: { ...own.address, ...moved, isExact: true } } : {}),
      profile: { places: places.filter((place) => PLACE_PARTS.some((part) => place[part]?.trim())) },
    };
    return save(all);
  }

  return (
    <Form
      of="organizations"
      value={{ ...base, ...readDraft<FormValue>(addressDraft) }}
      onChange={(value) => saveDraft(addressDraft, value)}
      onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(addressDraft) : markSaved(addressDraft))}
      onSubmit={handleSubmit}
      label={t('organizations:edit.step.place')}
    >
      <FormCard title={t('organizations:edit.where')}>
        <AddressFields required />
        {at && !neighbourhoodInitiative ? (
          <fieldset className="field">
            <legend>{t('place')}</legend>
            <p className="hint">{t('placeHint')}</p>
            <PlaceByHand
              at={at}
              name={found.name}
              isExact={moved !== null || (address?.isExact ?? false)}
              onMove={(latitude, longitude) => setMoved({ latitude, longitude })}
            />
          </fieldset>
        ) : null}
      </FormCard>
      <FormCard title={t('places')}>
        <p className="hint">{t(neighbourhoodInitiative ? 'placesHintHome' : 'placesHint')}</p>
        {places.map((place, index) => (
          <PlaceFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no name but its number.
            key={index}
            place={place}
            number={index + 2}
            isHome={neighbourhoodInitiative ?? false}
            onChange={(next) => change({ places: places.map((one, at) => (at === index ? next : one)) })}
            onRemove={() => change({ places: places.filter((_, at) => at !== index) })}
          />
        ))}
        {places.length < MOST_PLACES ? (
          <p>
            <Button icon="plus" onClick={() => change({ places: [...places, NOWHERE] })}>
              {t('addPlace')}
            </Button>
          </p>
        ) : null}
      </FormCard>
      <StepEnd found={found} step="place" />
    </Form>
  );
}

interface PlaceFieldsProps {
  place: Place;
  number: number;
  /** At somebody's home: no street and number are shown. */
  isHome: boolean;
  onChange: (place: Place) => void;
  onRemove: () => void;
}

function PlaceFields({ place, number, isHome, onChange, onRemove }: PlaceFieldsProps) {
  const { t } = useTranslation('organization-map');
  const id = useId();
  const parts = PLACE_PARTS.filter((part) => !isHome || (part !== 'street' && part !== 'houseNumber'));
  return (
    <fieldset className="further-place">
      <legend>{t('placeNumber', { number })}</legend>
      <div className="further-place-fields">
        {parts.map((part) => (
          <div key={part} className={`field is-${part}`}>
            <label htmlFor={`${id}-${part}`}>{t(`part.${part}`)}</label>
            <input
              className="input"
              id={`${id}-${part}`}
              autoComplete="off"
              maxLength={LONGEST[part]}
              value={place[part] ?? ''}
              onChange={(event) => onChange({ ...place, [part]: event.target.value || null, isExact: false })}
            />
          </div>
        ))}
      </div>
      <Button variant="quiet" small icon="trash" onClick={onRemove}>
        {t('removePlace', { number })}
      </Button>
    </fieldset>
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
  const { t } = useTranslation('organization-map');
  const [places] = useState(() => [{ id: 'own', label: name, ...at, isExact: true }]);
  return (
    <>
      <MapView places={places} label={t('placeLabel', { name })} onMove={onMove} wide fit={false} />
      <p className="hint" aria-live="polite">
        {isExact
          ? t('placed', { latitude: at.latitude.toFixed(4), longitude: at.longitude.toFixed(4) })
          : t('byPostcode')}
      </p>
    </>
  );
}
