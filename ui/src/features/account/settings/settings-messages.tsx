// Which messages I want, in the app, by mail and on my devices. Each choice holds at once.

import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationPreference } from '../../../api/calls.ts';
import type { Rate } from '../../../api/choices.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import '../../../components/form/form.css';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { menu, organizations } from '../../../lib/session/session.ts';
import { alwaysSent, groupMessages, type MessageGroup, RATES, type Reader } from './message-groups.ts';
import { chooseRate, usePreferences } from './settings.store.ts';

const DECIDING = ['organizations_approve', 'vacancies_review'];

export function SettingsMessages() {
  const { t } = useTranslation('account-settings');
  const { data, status, refresh } = usePreferences();
  const all = data?.items ?? [];
  const hasPush = all.some(({ channel }) => channel === 'push');
  const reader: Reader = {
    works: organizations.value.length > 0 || menu.value.includes('my_vacancies'),
    decides: menu.value.some((key) => DECIDING.includes(key)),
  };
  return (
    <Card title={t('messages.title')} className="stack">
      <p>{t('messages.text')}</p>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : all.length === 0 ? (
        <RowSkeletons count={6} />
      ) : (
        <>
          {groupMessages(all, reader).map((group) => (
            <Group key={group.name} group={group} all={all} hasPush={hasPush} />
          ))}
          <Always kinds={alwaysSent(all, reader)} />
        </>
      )}
    </Card>
  );
}

/** What a kind of message is called. A new one has no words of its own yet. */
function useKindWords(): (kind: string) => string {
  const { t, i18n } = useTranslation(['account-settings', 'mail-kinds']);
  return (kind) =>
    i18n.exists(`mail-kinds:${kind}`) ? serverWords(t)(`mail-kinds:${kind}`) : t('messages.other', { kind });
}

interface GroupProps {
  group: MessageGroup;
  all: readonly NotificationPreference[];
  hasPush: boolean;
}

function Group({ group, all, hasPush }: GroupProps) {
  const { t } = useTranslation('account-settings');
  const kindWords = useKindWords();
  const id = useId();
  // What comes that way in any case, while it can be chosen for devices.
  const always = (channel: string, kind: string) =>
    all.some((each) => each.kind === kind && each.channel === channel && each.isMandatory)
      ? t('messages.fixed')
      : null;
  return (
    <table className="message-table" aria-labelledby={id}>
      <caption id={id}>{t(`messages.group.${group.name}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('messages.kind')}</th>
          <th scope="col">{t('messages.app')}</th>
          <th scope="col">{t('messages.email')}</th>
          {hasPush ? <th scope="col">{t('messages.push')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {group.lines.map(({ kind, app, email, push }) => (
          <tr key={kind}>
            <th scope="row">{kindWords(kind)}</th>
            <td data-label={t('messages.app')}>
              {app ? <RateChoice preference={app} /> : always('app', kind)}
            </td>
            <td data-label={t('messages.email')}>
              {email ? <RateChoice preference={email} /> : always('email', kind)}
            </td>
            {hasPush ? (
              <td className="is-push" data-label={t('messages.push')}>
                {push ? <PushChoice preference={push} /> : null}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Holds at once, and says so. */
function useChoice(preference: NotificationPreference): (next: Rate) => Promise<void> {
  const { t } = useTranslation('account-settings');
  const kindWords = useKindWords();
  const { kind, channel } = preference;
  return async (next) => {
    try {
      await chooseRate(preference, next);
      addToast({
        id: 'settings-kept',
        title: t('saved'),
        message: t('messages.kept', {
          kind: kindWords(kind),
          rate: serverWords(t)(`messages.${channel}Rate.${next}`),
        }),
        color: 'success',
      });
    } catch {
      addToast({ id: 'settings-kept', title: t('failed'), color: 'danger' });
    }
  };
}

function RateChoice({ preference }: { preference: NotificationPreference }) {
  const { t } = useTranslation('account-settings');
  const kindWords = useKindWords();
  const choose = useChoice(preference);
  const { kind, channel, rate } = preference;
  return (
    <select
      className="select"
      aria-label={t(`messages.${channel}Label`, { kind: kindWords(kind) })}
      value={rate}
      onChange={(event) => void choose(event.target.value as Rate)}
    >
      {RATES[channel].map((each) => (
        <option key={each} value={each}>
          {serverWords(t)(`messages.${channel}Rate.${each}`)}
        </option>
      ))}
    </select>
  );
}

function PushChoice({ preference }: { preference: NotificationPreference }) {
  const { t } = useTranslation('account-settings');
  const kindWords = useKindWords();
  const choose = useChoice(preference);
  return (
    <label className="choice">
      <input
        type="checkbox"
        aria-label={t('messages.pushLabel', { kind: kindWords(preference.kind) })}
        checked={preference.rate !== 'off'}
        onChange={(event) => void choose(event.target.checked ? 'instant' : 'off')}
      />
    </label>
  );
}

function Always({ kinds }: { kinds: readonly string[] }) {
  const { t } = useTranslation('account-settings');
  const kindWords = useKindWords();
  if (kinds.length === 0) return null;
  return (
    <details className="always-sent">
      <summary>
        {t('messages.always', { count: kinds.length })}
        <Icon name="down" />
      </summary>
      <p className="soft">{t('messages.alwaysText')}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>{kindWords(kind)}</li>
        ))}
      </ul>
    </details>
  );
}
