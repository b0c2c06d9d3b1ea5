// Who gets the newsletter, as a sentence: its words are the choices.
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AUDIENCES,
  DISTANCES_KM,
  type NewsletterLocale,
  type NewsletterSegment,
  PAST_DAYS,
  type PastDays,
} from '../../../../api/newsletter-calls.ts';
import { MenuButton, type MenuEntry } from '../../../../components/actions/menu.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import { activityTypes, loadTaxonomy, nameOf, termOf } from '../../../../lib/centre/taxonomies.ts';
import { language } from '../../../../lib/locale/language.ts';
import { midSentence } from '../../../../lib/locale/mid-sentence.ts';
import { PlaceDialog, ThemesDialog } from './segment-dialogs.tsx';

const LOCALES = ['nl', 'en'] as const;
const MARK = '\u{fffc}';

interface SegmentSentenceProps {
  segment: NewsletterSegment;
  onChange: (segment: NewsletterSegment) => void;
}

type OpenDialog = 'place' | 'themes' | null;

/** A sentence of the catalogue with elements in its placeholders, in the order of the language. */
function Filled<N extends string>({
  sentence,
  parts,
}: {
  sentence: (marks: Record<N, string>) => string;
  parts: Readonly<Record<N, ReactNode>>;
}) {
  const names = Object.keys(parts) as N[];
  const marks = Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`])) as Record<N, string>;
  return sentence(marks)
    .split(MARK)
    .map((piece, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have no other name
      <span key={at}>{at % 2 === 1 ? parts[piece as N] : piece}</span>
    ));
}

export function SegmentSentence({ segment, onChange }: SegmentSentenceProps) {
  const { t } = useTranslation('newsletter-edit');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  useEffect(() => void loadTaxonomy(activityTypes), []);
  const { audience, themeIds, city, km, language: locale, activeDays, seenDays } = segment;
  const change = (part: Partial<NewsletterSegment>) => onChange({ ...segment, ...part });

  const themes = themeIds.map((id) => termOf(activityTypes, id)).filter((term) => term !== undefined);
  const themeWords =
    themes.length === themeIds.length
      ? new Intl.ListFormat(language.value, { type: 'disjunction' }).format(
          themes.map((term) => midSentence(nameOf(term))),
        )
      : t('segment.themeCount', { count: themeIds.length });

  const days = (label: string, value: PastDays, onDays: (days: PastDays | null) => void) => (
    <Word
      label={label}
      value={String(value)}
      options={PAST_DAYS.map((each) => [String(each), t('segment.days', { count: each })])}
      onChange={(next) => onDays(PAST_DAYS.find((each) => String(each) === next) ?? null)}
      mayGo
    />
  );

  const conditions: readonly [string, ReactNode][] = [
    ...(city !== null && km !== null
      ? [
          [
            'place',
            <Filled
              key="place"
              sentence={(marks) => t('segment.place', marks)}
              parts={{
                km: (
                  <Word
                    label={t('segment.kmLabel')}
                    value={String(km)}
                    options={DISTANCES_KM.map((each) => [String(each), t('segment.km', { km: each })])}
                    onChange={(next) => {
                      const found = DISTANCES_KM.find((each) => String(each) === next);
                      change(found ? { km: found } : { city: null, km: null });
                    }}
                    mayGo
                  />
                ),
                city: (
                  <WordButton label={t('segment.cityLabel', { city })} onClick={() => setDialog('place')}>
                    {city}
                  </WordButton>
                ),
              }}
            />,
          ] as [string, ReactNode],
        ]
      : []),
    ...(themeIds.length > 0
      ? [
          [
            'themes',
            <Filled
              key="themes"
              sentence={(marks) => t('segment.themes', marks)}
              parts={{
                themes: (
                  <WordButton
                    label={t('segment.themesLabel', { themes: themeWords })}
                    onClick={() => setDialog('themes')}
                  >
                    {themeWords}
                  </WordButton>
                ),
              }}
            />,
          ] as [string, ReactNode],
        ]
      : []),
    ...(locale !== null
      ? [
          [
            'language',
            <Filled
              key="language"
              sentence={(marks) => t('segment.language', marks)}
              parts={{
                language: (
                  <Word
                    label={t('segment.languageLabel')}
                    value={locale}
                    options={LOCALES.map((each) => [each, t(`segment.locale.${each}`)])}
                    onChange={(next) => change({ language: (next || null) as NewsletterLocale | null })}
                    mayGo
                  />
                ),
              }}
            />,
          ] as [string, ReactNode],
        ]
      : []),
    ...(activeDays !== null
      ? [
          [
            'active',
            <Filled
              key="active"
              sentence={(marks) => t('segment.active', marks)}
              parts={{
                days: days(t('segment.activeLabel'), activeDays, (next) => change({ activeDays: next })),
              }}
            />,
          ] as [string, ReactNode],
        ]
      : []),
    ...(seenDays !== null
      ? [
          [
            'seen',
            <Filled
              key="seen"
              sentence={(marks) => t('segment.seen', marks)}
              parts={{ days: days(t('segment.seenLabel'), seenDays, (next) => change({ seenDays: next })) }}
            />,
          ] as [string, ReactNode],
        ]
      : []),
  ];

  const offers: readonly (MenuEntry & { isThere: boolean })[] = [
    { label: t('segment.add.place'), isThere: city !== null, onSelect: () => setDialog('place') },
    { label: t('segment.add.themes'), isThere: themeIds.length > 0, onSelect: () => setDialog('themes') },
    {
      label: t('segment.add.language'),
      isThere: locale !== null,
      onSelect: () => change({ language: 'nl' }),
    },
    {
      label: t('segment.add.active'),
      isThere: activeDays !== null,
      onSelect: () => change({ activeDays: 90 }),
    },
    { label: t('segment.add.seen'), isThere: seenDays !== null, onSelect: () => change({ seenDays: 90 }) },
  ];
  const entries = offers.filter(({ isThere }) => !isThere).map(({ isThere: _isThere, ...entry }) => entry);

  return (
    <>
      <div className="segment">
        <Filled
          sentence={(marks) => t('segment.start', marks)}
          parts={{
            audience: (
              <Word
                label={t('segment.audienceLabel')}
                value={audience}
                options={AUDIENCES.map((each) => [each, t(`segment.audience.${each}`)])}
                onChange={(next) =>
                  change({ audience: AUDIENCES.find((each) => each === next) ?? 'everyone' })
                }
              />
            ),
            wish: <b>{t('segment.wish')}</b>,
          }}
        />
        {conditions.map(([name, words]) => (
          <span key={name}>
            {t('segment.and')}
            {words}
          </span>
        ))}
        {'. '}
        {entries.length > 0 ? (
          <MenuButton label={t('segment.add.label')} className="segment-word is-add" entries={entries}>
            <Icon name="plus" />
            {t('segment.add.label')}
          </MenuButton>
        ) : null}
      </div>
      {dialog === 'place' ? (
        <PlaceDialog
          city={city}
          km={km}
          onSave={(place) => {
            change(place);
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'themes' ? (
        <ThemesDialog
          chosen={themeIds}
          onSave={(next) => {
            change({ themeIds: next });
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
}

interface WordProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  /** '' where the condition goes. */
  onChange: (value: string) => void;
  mayGo?: boolean;
}

function Word({ label, value, options, onChange, mayGo = false }: WordProps) {
  const { t } = useTranslation('newsletter-edit');
  return (
    <select
      className="segment-word"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
      {mayGo ? <option value="">{t('segment.remove')}</option> : null}
    </select>
  );
}

function WordButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className="segment-word" aria-label={label} onClick={onClick}>
      {children}
      <Icon name="down" />
    </button>
  );
}
