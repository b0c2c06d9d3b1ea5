// The choice of a block, where it will land: in groups, with a drawing of each, found by its name.
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockType } from '../../../../api/content-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import { BlockPicture } from './block-picture.tsx';
import { useBlockWords } from './block-words.ts';

interface BlockPickerProps {
  types: readonly BlockType[];
  /** The page has no room for another one. */
  isFull: boolean;
  onChoose: (type: string) => void;
  onClose: () => void;
}

export function BlockPicker({ types, isFull, onChoose, onClose }: BlockPickerProps) {
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [q, setQ] = useState('');
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const wanted = q.trim().toLowerCase();
  const fits = ({ id: type }: BlockType) =>
    `${words.name(type)} ${words.hint(type)} ${type}`.toLowerCase().includes(wanted);
  const found = types.filter(fits);
  const groups = [...new Set(types.map(({ group }) => group))];
  return (
    <section
      className="block-picker editor-sheet is-open"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="editor-sheet-head">
        <h2 id={id} tabIndex={-1} ref={title}>
          {t('picker.title')}
        </h2>
        <Button variant="quiet" icon="close" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <div className="picker-tools table-tools">
        <div className="search-field">
          <Icon name="search" />
          <input
            className="input"
            type="search"
            value={q}
            aria-label={t('picker.search')}
            placeholder={t('picker.example')}
            onChange={(event) => setQ(event.target.value)}
          />
        </div>
      </div>
      {isFull ? <p className="picker-message">{t('picker.full')}</p> : null}
      {found.length === 0 ? (
        <p className="picker-message" role="status">
          {t('picker.none', { q })}
        </p>
      ) : null}
      {groups.map((group) => {
        const inside = found.filter((type) => type.group === group);
        if (inside.length === 0) return null;
        const { name, text } = words.group(group);
        return (
          <div className="picker-group" key={group}>
            <div>
              <h3 id={`${id}-${group}`}>{name}</h3>
              <p>{text}</p>
            </div>
            <ul className="picker-grid" aria-labelledby={`${id}-${group}`}>
              {inside.map((type) => {
                const isOff = !type.isOffered || isFull;
                return (
                  <li key={type.id}>
                    <button
                      type="button"
                      className="block-choice"
                      aria-disabled={isOff || undefined}
                      onClick={() => (isOff ? undefined : onChoose(type.id))}
                    >
                      <BlockPicture type={type.id} />
                      {words.name(type.id)}
                      {type.isOffered ? null : <small>{t('picker.old')}</small>}
                    </button>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
