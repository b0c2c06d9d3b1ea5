// The search over everything, over the page: suggestions while one types, in groups. Enter leads to all results.
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../api/requests.ts';
import { SEARCH_CALLS, type SearchGroup } from '../../../api/search-calls.ts';
import { IconButton } from '../../../components/actions/button.tsx';
import { useModal } from '../../../components/feedback/dialog.tsx';
import { Icon, type IconName } from '../../../components/media/icon.tsx';
import { language } from '../../../lib/locale/language.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { LONGEST_QUESTION, pathOfSearch, type SearchKind } from '../../../lib/search/search-all.ts';
import '../../workspace/palette.css';
import { isSearchOpen } from './search-open.ts';
import './search-box.css';

const TYPING_MS = 150;
const SHORTEST_WORD = 2;
/** Suggestions of one kind. */
const AT_MOST = 4;

const SIGN: Readonly<Record<SearchKind, IconName>> = {
  vacancies: 'hand',
  activities: 'calendar',
  organizations: 'building',
  pages: 'globe',
  news_items: 'news',
};

interface Option {
  id: string;
  title: string;
  hint: string | null;
  path: string;
}

const close = (): void => {
  isSearchOpen.value = false;
};

function go(path: string): void {
  close();
  // After the box gave the focus back.
  setTimeout(() => navigateTo(path));
}

export function SearchBox() {
  const { t } = useTranslation('search-all');
  const translate = serverWords(t);
  const layer = useModal(close);
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const q = text.trim();
  const groups = useSuggestions(q).map(({ id: kind, results }) => ({
    kind: kind as SearchKind,
    options: results.map(
      (result): Option => ({
        id: `${id}-${kind}-${result.id}`,
        title: result.title,
        hint: result.hint,
        path: result.path,
      }),
    ),
  }));
  const suggested = groups.flatMap(({ options }) => options);
  const all: Option = {
    id: `${id}-all`,
    title: t('box.all', { q }),
    hint: null,
    path: pathOfSearch({ q, only: null }),
  };
  const options = q === '' ? [] : [...suggested, all];
  const chosen = options[at];
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another choice
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen?.id]);

  function handleKeyDown(event: KeyboardEvent) {
    const last = options.length - 1;
    if (event.key === 'ArrowDown') setAt(at >= last ? -1 : at + 1);
    else if (event.key === 'ArrowUp') setAt(at < 0 ? last : at - 1);
    else return;
    event.preventDefault();
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    go((chosen ?? all).path);
  }

  const optionOf = (option: Option, icon: IconName) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      key={option.id}
      id={option.id}
      className="palette-option"
      role="option"
      aria-selected={option === chosen || option.id === chosen?.id}
      onClick={() => go(option.path)}
    >
      <Icon name={icon} />
      <span>
        {option.title}
        {option.hint ? <span className="small"> {option.hint}</span> : null}
      </span>
    </div>
  );

  return (
    <dialog className="palette search-box" aria-label={t('box.title')} {...layer}>
      <search>
        <form className="palette-input" onSubmit={handleSubmit}>
          <Icon name="search" />
          <input
            data-first-focus=""
            type="text"
            name="q"
            role="combobox"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LONGEST_QUESTION}
            aria-label={t('box.title')}
            placeholder={t('box.title')}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen?.id}
            aria-autocomplete="list"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(-1);
            }}
            onKeyDown={handleKeyDown}
          />
          <IconButton icon="close" label={t('box.close')} onClick={close} />
        </form>
      </search>
      <div
        ref={list}
        className="palette-scroll"
        id={`${id}-list`}
        role="listbox"
        aria-label={t('box.title')}
        hidden={options.length === 0}
      >
        {groups.map(({ kind, options: found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options
          <div key={kind} role="group" aria-label={translate(`group.${kind}`)}>
            <p className="palette-title" aria-hidden="true">
              {translate(`group.${kind}`)}
            </p>
            {found.map((option) => optionOf(option, SIGN[kind]))}
          </div>
        ))}
        {q === '' ? null : optionOf(all, 'arrow')}
      </div>
      <span className="visually-hidden" role="status">
        {suggested.length > 0 ? t('box.count', { count: suggested.length }) : ''}
      </span>
    </dialog>
  );
}

const NOTHING: readonly SearchGroup[] = [];

/** What was found for the words before stays until the next is there. */
function useSuggestions(q: string): readonly SearchGroup[] {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (q.length < SHORTEST_WORD) {
      setFound(NOTHING);
      return undefined;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const query = { locale: language.peek(), 'page[size]': AT_MOST, q };
      send(SEARCH_CALLS.search, { query, signal: stop.signal }).then(
        ({ items }) => {
          if (!stop.signal.aborted) setFound(items);
        },
        // An error is ignored here: the page with all results shows it.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q]);
  return found;
}
