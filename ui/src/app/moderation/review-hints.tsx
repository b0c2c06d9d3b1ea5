// What a reviewer should look at before saying yes, and the criteria of the NOV.
import { useTranslation } from 'react-i18next';
import type { ReviewHints } from '../../api/staff-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { PanelSection } from '../../components/work-list/panel-parts.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';

/** What the hints are about; some are worded by it. */
export type About = 'vacancy' | 'helpRequest' | 'activity';

const WORDED: Readonly<Record<string, string>> = {
  'helpRequest:many_places': 'many_helpers',
  'activity:short_text': 'short_text_activity',
};

const PATHS: Readonly<Record<About, string>> = {
  vacancy: '/vacancies',
  helpRequest: '/vacancies',
  activity: '/activiteitenkalender/overzicht',
};

export function Hints({ hints: { hints = [] }, about }: { hints: Partial<ReviewHints>; about: About }) {
  const { t } = useTranslation('moderation');
  const translate = serverWords(t);
  if (hints.length === 0) return <p className="soft">{t('noHints')}</p>;
  return (
    <PanelSection title={t('hints')}>
      <ul className="review-hints">
        {hints.map(({ code, severity, values }) => (
          <li key={code} className={severity === 'alert' ? 'is-alert' : undefined}>
            <Icon name={severity === 'alert' ? 'alert' : 'pen'} />
            <span>
              {code === 'same_title' ? (
                <>
                  {t(about === 'activity' ? 'hint.same_title_activity' : 'hint.same_title')}{' '}
                  <AppLink href={`${PATHS[about]}/${values[0] ?? ''}`}>{values[1] ?? ''}</AppLink>
                </>
              ) : (
                translate(`hint.${WORDED[`${about}:${code}`] ?? code}`, {
                  values: values.join(', '),
                  count: Number(values[0]) || 0,
                })
              )}
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

const SIGN = { met: 'check', unclear: 'pen', broken: 'alert' } as const;

export function Criteria({ hints: { criteria = [] } }: { hints: Partial<ReviewHints> }) {
  const { t } = useTranslation('moderation');
  const translate = serverWords(t);
  return (
    <PanelSection title={t('criteria')}>
      <ul className="review-hints">
        {criteria.map(({ code, state, words }) => (
          <li key={code} className={state === 'broken' ? 'is-alert' : undefined}>
            <Icon name={SIGN[state]} />
            <span>
              <span className="visually-hidden">{t(`state.${state}`)}: </span>
              {translate(`criterion.${code}.${state}`)}
              {words.length > 0 && state === 'broken' ? ` (${words.join(', ')})` : null}
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
