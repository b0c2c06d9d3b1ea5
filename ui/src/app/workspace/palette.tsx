// The command palette: type where to go, what to do, or whom to find.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/button.tsx';
import { ENTER, ESCAPE } from '../../components/content/key.tsx';
import { useModal } from '../../components/feedback/dialog.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { features } from '../../lib/centre/centre.ts';
import { chooseColour, colourMode } from '../../lib/centre/colour-mode.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { screenActions } from '../../lib/navigation/key-choice.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { menuOfNow } from '../../lib/session/session.ts';
import { hats } from '../shell/hats.ts';
import { isKeyListOpen } from '../shell/shortcuts/keys.ts';
import type { Counts } from './counts.ts';
import { chooseWidth, chosenWidth } from './frame-state.ts';
import { change } from './hat-switch.tsx';
import {
  type FoundRecord,
  RECORD_KINDS,
  type RecordKind,
  SHORTEST_WORD,
  searchRecords,
} from './palette-search.ts';
import { recentThings } from './recent.ts';
import './palette.css';
import type { SideGroup } from './side-entries.ts';

const TYPING_MS = 200;
/** What begins with it is an action, or somebody. */
const ACTIONS_SIGN = '>';
const PEOPLE_SIGN = '@';

interface Option {
  id: string;
  label: string;
  hint?: string;
  icon: IconName;
  keys?: readonly string[] | undefined;
  run: () => void;
}

interface Section {
  key: string;
  title: string;
  options: readonly Option[];
}

const RECORD_ICON: Readonly<Record<RecordKind, IconName>> = {
  users: 'person',
  applications: 'hand',
  vacancies: 'list',
  activities: 'calendar',
  organizations: 'building',
  pages: 'globe',
  forms: 'list',
};

interface PaletteProps {
  groups: readonly SideGroup[];
  counts: Counts;
  onClose: () => void;
}

export function Palette({ groups, counts, onClose }: PaletteProps) {
  const { t } = useTranslation('workspace');
  const layer = useModal(onClose);
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const sections = useSections(text, groups, counts).filter(({ options }) => options.length > 0);
  const options = sections.flatMap((section) => section.options);
  const chosen = options[Math.min(at, options.length - 1)];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another choice
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen?.id]);

  function run(option: Option | undefined) {
    if (!option) return;
    onClose();
    // After the palette gave the focus back.
    setTimeout(option.run);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const last = Math.max(0, options.length - 1);
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(last, at + 8),
      PageUp: Math.max(0, at - 8),
    }[event.key];
    if (to !== undefined) setAt(to);
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <dialog className="palette" aria-label={t('palette.title')} {...layer}>
      <div className="palette-input">
        <Icon name="search" />
        <input
          data-first-focus=""
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label={t('palette.field')}
          placeholder={t('palette.field')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
          aria-autocomplete="list"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKeyDown}
        />
        <IconButton icon="close" label={t('palette.close')} onClick={onClose} />
      </div>
      <div
        ref={list}
        className="palette-scroll"
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.title')}
      >
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={section.key} className="palette-group" role="group" aria-label={section.title}>
            <p className="palette-title" aria-hidden="true">
              {section.title}
            </p>
            {section.options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              <div
                key={option.id}
                id={`${id}-${option.id}`}
                className="palette-option"
                role="option"
                aria-selected={option === chosen}
                onClick={() => run(option)}
              >
                <Icon name={option.icon} />
                <span>
                  {marked(option.label, wordOf(text))}
                  {option.hint ? <span className="small"> {option.hint}</span> : null}
                </span>
                <span className="palette-keys" aria-hidden="true">
                  {option === chosen ? (
                    <kbd>{ENTER}</kbd>
                  ) : (
                    option.keys?.map((key) => <kbd key={key}>{key}</kbd>)
                  )}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="palette-nothing" role="status">
        {options.length === 0 ? t('palette.nothing', { text: wordOf(text) }) : ''}
      </p>
      <div className="palette-foot" aria-hidden="true">
        <span className="is-key">
          <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.choose')}
        </span>
        <span className="is-key">
          <kbd>{ENTER}</kbd> {t('palette.open')}
        </span>
        <span className="is-key">
          <kbd>{ESCAPE}</kbd> {t('palette.shut')}
        </span>
        <span>{t('palette.signs')}</span>
      </div>
    </dialog>
  );
}

const wordOf = (text: string): string => text.trim().replace(/^[>@]\s*/, '');

/** The letters that were typed, where they stand in a label. */
function marked(label: string, word: string): ReactNode {
  const from = word === '' ? -1 : label.toLowerCase().indexOf(word.toLowerCase());
  if (from < 0) return label;
  return (
    <>
      {label.slice(0, from)}
      <mark>{label.slice(from, from + word.length)}</mark>
      {label.slice(from + word.length)}
    </>
  );
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word that was typed stands somewhere in it. */
const fits = (option: Option, word: string): boolean => {
  const all = plain(`${option.label} ${option.hint ?? ''}`);
  return plain(word)
    .split(/\s+/)
    .every((each) => all.includes(each));
};

function useSections(text: string, groups: readonly SideGroup[], counts: Counts): Section[] {
  const { t } = useTranslation('workspace');
  const word = wordOf(text);
  const isActions = text.trimStart().startsWith(ACTIONS_SIGN);
  const isPeople = text.trimStart().startsWith(PEOPLE_SIGN);
  const records = useRecords(isActions ? '' : word, isPeople ? ['users', 'applications'] : RECORD_KINDS);
  const screens = useScreens(groups, counts);
  const actions = useActions();
  const recent: Option[] = recentThings().map(({ path, title }) => ({
    id: `recent-${path.replaceAll('/', '-')}`,
    label: title,
    icon: 'clock',
    run: () => navigateTo(path),
  }));
  const narrowed = (options: readonly Option[]) => options.filter((option) => fits(option, word));
  const sections: Section[] = [];
  if (!isActions && !isPeople)
    sections.push({ key: 'recent', title: t('palette.recent'), options: narrowed(recent).slice(0, 3) });
  if (!isPeople) sections.push({ key: 'actions', title: t('palette.actions'), options: narrowed(actions) });
  if (!isActions && !isPeople)
    sections.push({ key: 'screens', title: t('palette.screens'), options: narrowed(screens) });
  if (!isActions)
    for (const kind of RECORD_KINDS)
      sections.push({
        key: kind,
        title: t(`palette.records.${kind}`),
        options: records
          .filter((record) => record.kind === kind)
          .map(({ id, title, hint, href }) => ({
            id: `${kind}-${id}`,
            label: title,
            hint,
            icon: RECORD_ICON[kind],
            run: () => navigateTo(href),
          })),
      });
  return sections;
}

/** Making something new has a screen, but no place in the menu. */
const NEW_SCREENS = [
  { key: 'addVacancy', href: '/vacancies/add', right: 'my_vacancies' },
  { key: 'addUser', href: '/users/add', right: 'users' },
] as const;

function useScreens(groups: readonly SideGroup[], counts: Counts): Option[] {
  const { t } = useTranslation('workspace');
  const inMenu = groups.flatMap(({ key: group, entries }) =>
    entries.map(({ key, href }): Option => {
      const count = counts[key];
      return {
        id: `screen-${key}`,
        label: serverWords(t)(`screen.${key}`),
        hint: count ? t('palette.waiting', { count }) : t('palette.in', { group: t(`group.${group}`) }),
        icon: 'arrow',
        run: () => navigateTo(href),
      };
    }),
  );
  const made = NEW_SCREENS.filter(({ right }) => menuOfNow.value.includes(right)).map(
    ({ key, href }): Option => ({
      id: `screen-${key}`,
      label: t(`entry.${key}`),
      icon: 'plus',
      run: () => navigateTo(href),
    }),
  );
  const own: Option[] = [
    ...(features.value.volunteerProfiles
      ? [
          {
            id: 'screen-profile',
            label: t('entry.profile'),
            icon: 'person',
            run: () => navigateTo('/profiel'),
          } as const,
        ]
      : []),
    {
      id: 'screen-account',
      label: t('entry.account'),
      icon: 'settings',
      run: () => navigateTo('/profile-edit/settings'),
    },
    { id: 'screen-website', label: t('menu.website'), icon: 'globe', run: () => navigateTo('/') },
  ];
  return [...inMenu, ...made, ...own];
}

function useActions(): Option[] {
  const { t } = useTranslation('workspace');
  const isDark = colourMode.value === 'dark';
  return [
    ...screenActions.value.map(
      ({ label, key, run }, at): Option => ({
        id: `action-${at}`,
        label,
        icon: 'play',
        keys: key === undefined ? undefined : [key],
        run,
      }),
    ),
    ...hats.value
      .filter(({ isWorn }) => !isWorn)
      .map(
        (hat): Option => ({
          id: `hat-${hat.kind}-${hat.id ?? ''}`,
          label: t(hat.kind === 'oneself' ? 'palette.workForOneself' : 'palette.workFor', { name: hat.name }),
          icon: hat.kind === 'oneself' ? 'person' : 'building',
          run: () => void change(hat),
        }),
      ),
    {
      id: 'fold',
      label: t(chosenWidth.value === 'rail' ? 'menu.expand' : 'menu.collapse'),
      icon: 'columns',
      keys: ['['],
      run: () => chooseWidth(chosenWidth.peek() === 'rail' ? 'wide' : 'rail'),
    },
    {
      id: 'colour',
      label: t(isDark ? 'palette.light' : 'palette.dark'),
      icon: isDark ? 'sun' : 'moon',
      run: () => chooseColour(isDark ? 'light' : 'dark'),
    },
    {
      id: 'keys',
      label: t('palette.keys'),
      icon: 'list',
      keys: ['?'],
      run: () => {
        isKeyListOpen.value = true;
      },
    },
  ];
}

const NOTHING: readonly FoundRecord[] = [];

/** What was found for the words before stays until the next is there. */
function useRecords(word: string, kinds: readonly RecordKind[]): readonly FoundRecord[] {
  const [found, setFound] = useState(NOTHING);
  const asked = kinds.join();
  useEffect(() => {
    if (word.length < SHORTEST_WORD) {
      setFound(NOTHING);
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void searchRecords(word, asked.split(',') as RecordKind[], stop.signal).then((records) => {
        if (!stop.signal.aborted) setFound(records);
      });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [word, asked]);
  return found;
}
