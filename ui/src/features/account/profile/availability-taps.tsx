// When somebody has time: seven days of three parts, and the usual ones at once.
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/media/icon.tsx';
import { DAYS, PARTS, slotText } from '../../../lib/matching/match.ts';
import type { QuestionProps } from './match-game.tsx';
import { QUICK, toggled } from './wishes.ts';

const QUICK_KEYS = ['daytime', 'evenings', 'weekend', 'always', 'never'] as const;

export function AvailabilityTaps({ profile, onAnswer }: QuestionProps) {
  const { t } = useTranslation('wishes');
  const { t: words } = useTranslation('matching');
  const { availability } = profile;
  return (
    <>
      <div className="quick-taps">
        {QUICK_KEYS.map((key) => (
          <button
            key={key}
            type="button"
            className="button"
            onClick={() => onAnswer({ availability: [...QUICK[key]] })}
          >
            {t(`quick.${key}`)}
          </button>
        ))}
      </div>
      <table className="week-taps">
        <thead>
          <tr>
            <td />
            {PARTS.map((part) => (
              <th key={part} scope="col">
                {t(`part.${part}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <tr key={day}>
              <th scope="row">{words(`choice.day.${day}`)}</th>
              {PARTS.map((part) => {
                const slot = `${day}_${part}`;
                const isChosen = availability.includes(slot);
                return (
                  <td key={part}>
                    <button
                      type="button"
                      className="tap"
                      aria-pressed={isChosen}
                      aria-label={slotText(words, slot)}
                      onClick={() => onAnswer({ availability: toggled(availability, slot, QUICK.always) })}
                    >
                      {isChosen ? <Icon name="check" /> : null}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
