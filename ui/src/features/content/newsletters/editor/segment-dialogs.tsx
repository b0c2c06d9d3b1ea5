// The conditions of who gets the newsletter that are more than one choice: near where, and which kinds of work.
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DISTANCES_KM, type NewsletterSegment } from '../../../../api/newsletter-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { SuggestField } from '../../../../components/form/controls/suggest-field.tsx';
import { suggestPlaces } from '../../../../lib/centre/places.ts';
import { activityTypes, loadTaxonomy, nameOf, offeredTerms } from '../../../../lib/centre/taxonomies.ts';

type Place = Pick<NewsletterSegment, 'city' | 'km'>;
const FIRST_KM = 10;

export function PlaceDialog({
  city,
  km,
  onSave,
  onClose,
}: Place & { onSave: (place: Place) => void; onClose: () => void }) {
  const { t } = useTranslation(['newsletter-edit', 'components']);
  const id = useId();
  const [text, setText] = useState(city ?? '');
  const [distance, setDistance] = useState(km ?? FIRST_KM);
  const [isMissing, setIsMissing] = useState(false);

  function handleSave() {
    const wanted = text.trim();
    if (wanted === '') setIsMissing(true);
    else onSave({ city: wanted, km: distance as NewsletterSegment['km'] });
  }

  return (
    <Dialog
      open
      small
      title={t('segment.add.place')}
      onClose={onClose}
      footer={
        <>
          {city === null ? (
            <Button variant="quiet" onClick={onClose}>
              {t('components:cancel')}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => onSave({ city: null, km: null })}>
              {t('segment.remove')}
            </Button>
          )}
          <Button variant="primary" onClick={handleSave}>
            {t('segment.done')}
          </Button>
        </>
      }
    >
      <SuggestField
        name="city"
        label={t('segment.city')}
        value={text}
        suggest={suggestPlaces}
        countLabel={(count) => t('segment.placesFound', { count })}
        error={isMissing ? t('segment.cityMissing') : undefined}
        onChange={(value) => {
          setText(value);
          setIsMissing(false);
        }}
      />
      <div className="field">
        <label htmlFor={id}>{t('segment.kmLabel')}</label>
        <select
          className="select"
          id={id}
          value={distance}
          onChange={(event) => setDistance(Number(event.target.value) as typeof distance)}
        >
          {DISTANCES_KM.map((each) => (
            <option key={each} value={each}>
              {t('segment.km', { km: each })}
            </option>
          ))}
        </select>
      </div>
    </Dialog>
  );
}

interface ThemesDialogProps {
  chosen: readonly string[];
  onSave: (ids: readonly string[]) => void;
  onClose: () => void;
}

export function ThemesDialog({ chosen, onSave, onClose }: ThemesDialogProps) {
  const { t } = useTranslation(['newsletter-edit', 'components']);
  const [ids, setIds] = useState(chosen);
  useEffect(() => void loadTaxonomy(activityTypes), []);
  return (
    <Dialog
      open
      small
      title={t('segment.add.themes')}
      description={t('segment.themesHint')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <Button variant="primary" onClick={() => onSave(ids)}>
            {t('segment.done')}
          </Button>
        </>
      }
    >
      <fieldset className="field segment-themes">
        <legend className="visually-hidden">{t('segment.add.themes')}</legend>
        {offeredTerms(activityTypes, chosen).map((term) => (
          <label key={term.id} className="choice">
            <input
              type="checkbox"
              checked={ids.includes(term.id)}
              onChange={(event) =>
                setIds(event.target.checked ? [...ids, term.id] : ids.filter((each) => each !== term.id))
              }
            />
            <span>{nameOf(term)}</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
