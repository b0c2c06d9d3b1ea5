// Why something fits somebody, and what is otherwise than they asked.
import { useTranslation } from 'react-i18next';
import './match-reasons.css';
import { missTexts, reasonTexts, reasonTextsOf, type VacancyMatch } from '../../lib/matching/match.ts';
import { AppLink } from '../actions/app-link.tsx';
import { Icon } from '../media/icon.tsx';

export interface MatchReasonsProps {
  match: VacancyMatch;
  /** At most so many reasons. */
  most?: number;
  /** With the way to how it works and to one's own answers. */
  explained?: boolean;
  /** Whose match it is, where that is somebody else than who reads it. */
  of?: string;
}

/** Needs the words `matching`. @useSignals */
export function MatchReasons({ match, most = 4, explained = false, of }: MatchReasonsProps) {
  const { t } = useTranslation('matching');
  const all = of ? reasonTextsOf(t, match.reasons, of) : reasonTexts(t, match.reasons);
  const reasons = all.slice(0, most);
  const misses = missTexts(t, match.misses);
  return (
    <div className="match-reasons">
      {reasons.length > 0 ? (
        <ul>
          {reasons.map((text) => (
            <li key={text}>
              <Icon name="check" />
              {text}
            </li>
          ))}
        </ul>
      ) : null}
      {misses.length > 0 ? (
        <>
          <p className="soft small">{t('differs')}</p>
          <ul className="is-miss">
            {misses.map((text) => (
              <li key={text}>
                <Icon name="info" />
                {text}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {explained ? (
        <details>
          <summary>{t('why')}</summary>
          <p>{t('whyText')}</p>
          <p>
            <AppLink href="/hoe-werkt-het">{t('how')}</AppLink>
          </p>
          <p>
            <AppLink href="/profiel">{t('change')}</AppLink>
          </p>
        </details>
      ) : null}
    </div>
  );
}
