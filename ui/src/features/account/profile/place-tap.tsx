// The four digits of a postcode: kept as soon as they are there and known.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CALLS } from '../../../api/calls.ts';
import { send } from '../../../api/requests.ts';
import { FOUR_DIGITS } from '../../../lib/locale/postal-code.ts';
import type { QuestionProps } from './match-game.tsx';

export function PlaceTap({ profile, onAnswer }: QuestionProps) {
  const { t } = useTranslation('wishes');
  const [typed, setTyped] = useState(profile.postalCode4 ?? '');
  const [found, setFound] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);

  async function handleTyped(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, 4);
    setTyped(digits);
    setUnknown(false);
    setFound(null);
    if (digits === '' && profile.postalCode4 !== null) onAnswer({ postalCode4: null });
    if (!FOUR_DIGITS.test(digits)) return;
    try {
      const { items } = await send(CALLS.places, { query: { q: digits } });
      const place = items.find(({ postalCode }) => postalCode?.startsWith(digits));
      if (!place) {
        setUnknown(true);
        return;
      }
      setFound(place.name);
    } catch {
      // The server decides when it is saved.
    }
    onAnswer({ postalCode4: digits });
  }

  return (
    <div className={isUnknown ? 'field has-error' : 'field'}>
      <label htmlFor="postcode">{t('question.place.label')}</label>
      <p className="hint" id="postcode-hint">
        {t('question.place.hint')}
      </p>
      {isUnknown ? (
        <p className="error" id="postcode-error" role="alert">
          {t('question.place.unknown')}
        </p>
      ) : null}
      <input
        id="postcode"
        className="input postcode-input"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={7}
        value={typed}
        aria-invalid={isUnknown || undefined}
        aria-describedby={isUnknown ? 'postcode-error postcode-hint' : 'postcode-hint'}
        onChange={(event) => void handleTyped(event.target.value)}
      />
      <p role="status">{found}</p>
    </div>
  );
}
