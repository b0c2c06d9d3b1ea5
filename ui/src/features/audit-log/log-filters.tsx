// What the log is narrowed by: each choice is an address.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/form/form.css';
import { TypedSearch } from '../../components/table/table-tools.tsx';
import { useEventWords } from '../../lib/audit/audit-log.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { currentUser } from '../../lib/session/session.ts';
import { todayHere } from './audit-log.store.ts';
import {
  KINDS,
  type Kind,
  type LogState,
  logHref,
  PERIODS,
  type Period,
  readLog,
  SUBJECTS,
  SYSTEM,
} from './audit-log-url.ts';

interface LogFiltersProps {
  state: LogState;
  /** Who did what is shown, by id: those that can be chosen. */
  names: ReadonlyMap<string, string>;
}

export function LogFilters({ state, names }: LogFiltersProps) {
  const { t } = useTranslation('audit-log-screen');
  const { kindOf } = useEventWords();
  const me = currentUser.value;
  const others = [...names].filter(([id]) => id !== me?.id);
  const isKnown = state.who === SYSTEM || state.who === me?.id || names.has(state.who);
  const go = (changed: Partial<LogState>) => navigateTo(logHref({ ...state, before: '', ...changed }));

  function handlePeriod(period: Period) {
    const today = todayHere();
    go(period === 'own' ? { period, from: today, to: today } : { period, from: '', to: '' });
  }

  return (
    <form
      className="log-filters"
      aria-label={t('filters.label')}
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        label={t('filters.period')}
        value={state.period}
        onChange={(period) => handlePeriod(period as Period)}
      >
        {PERIODS.map((period) => (
          <option key={period} value={period}>
            {t(`period.${period}`)}
          </option>
        ))}
      </Choice>
      {state.period === 'own' ? (
        <>
          <Day label={t('filters.from')} value={state.from} onChange={(from) => go({ from })} />
          <Day label={t('filters.to')} value={state.to} onChange={(to) => go({ to })} />
        </>
      ) : null}
      <Choice label={t('filters.who')} value={state.who} onChange={(who) => go({ who })}>
        <option value="">{t('filters.everybody')}</option>
        {me ? <option value={me.id}>{t('filters.me')}</option> : null}
        <option value={SYSTEM}>{t('filters.system')}</option>
        {others.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {state.who !== '' && !isKnown ? (
          <option value={state.who}>{t('filters.person', { id: state.who })}</option>
        ) : null}
      </Choice>
      <Choice
        label={t('filters.kind')}
        value={state.kind}
        onChange={(kind) => go({ kind: kind as Kind | '' })}
      >
        <option value="">{t('filters.everything')}</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </Choice>
      <Choice label={t('filters.subject')} value={state.subject} onChange={(subject) => go({ subject })}>
        <option value="">{t('filters.anything')}</option>
        {SUBJECTS.map((subject) => (
          <option key={subject} value={subject}>
            {kindOf(subject)}
          </option>
        ))}
      </Choice>
      <div className="field log-search">
        <span className="log-label" aria-hidden="true">
          {t('filters.about')}
        </span>
        <TypedSearch
          q={state.q}
          label={t('filters.q')}
          onSearch={(q) =>
            navigateTo(logHref({ ...readLog(new URLSearchParams(location.search)), before: '', q }), {
              replace: true,
            })
          }
        />
      </div>
    </form>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="select" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  );
}

function Day({ label, value, onChange }: Omit<ChoiceProps, 'children'>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        type="date"
        id={id}
        value={value}
        max={todayHere()}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
