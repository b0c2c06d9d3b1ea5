// A list in a block: its rows by their first words, one of them open; sorted by grip, buttons and keys.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { FieldError } from '../../../../components/form/field-frame.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import { landed, useDrag } from '../canvas/drag.ts';
import { type Content, firstWords } from '../state/document.ts';
import type { BlockProblem } from '../state/use-page-editor.ts';
import { BlockFields, type ControlProps } from './block-form.tsx';

interface ListFieldProps extends ControlProps {
  type: string;
  place: string;
  problems: readonly BlockProblem[];
  /** A value deep in a row. */
  onPart: (path: string, value: unknown) => void;
}

export function ListField(props: ListFieldProps) {
  const { id, label, hint, error, field, value, type, place, problems, onChange, onPart } = props;
  const { t } = useTranslation('content-pages');
  const rows = (Array.isArray(value) ? value : []) as readonly Content[];
  const [open, setOpen] = useState<number | null>(null);
  const root = useRef<HTMLUListElement>(null);
  const most = field.max ?? 12;
  const move = (from: number, to: number) => {
    const row = rows[from];
    if (!row || to < 0 || to >= rows.length || from === to) return;
    onChange(rows.toSpliced(from, 1).toSpliced(to, 0, row));
    setOpen((now) => (now === from ? to : now));
  };
  const drag = useDrag(
    () => root.current,
    (key, to) => move(Number(key), landed(Number(key), to)),
  );
  const inner = field.fields ?? [];
  const nameOf = (row: Content, at: number) => firstWords(row, 40) || t('list.row', { number: at + 1 });
  return (
    <fieldset className={classNames('field', error && 'has-error')}>
      <legend>{label}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      <FieldError id={id} error={error} />
      <ul className="item-rows" ref={root}>
        {rows.map((row, at) => {
          const name = nameOf(row, at);
          const own = problems.filter((problem) => problem.field.startsWith(`${place}.${at}.`));
          const isOpen = open === at;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
            <li key={at} data-drag={at} className={classNames('item-row', isOpen && 'is-open')}>
              {drag.moving !== null && drag.place === at ? (
                <div className="drop-line" aria-hidden="true" />
              ) : null}
              <div className="item-line">
                <button
                  type="button"
                  className="grip"
                  aria-label={t('list.dragOf', { name })}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  onKeyDown={(event) => {
                    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                    if (!event.altKey || by === undefined) return;
                    event.preventDefault();
                    event.stopPropagation();
                    move(at, at + by);
                  }}
                  {...drag.grip(String(at))}
                >
                  <Icon name="grip" />
                </button>
                <span className="item-name">
                  {name}
                  {own.length > 0 ? <small className="field-error">{own[0]?.text}</small> : null}
                </span>
                <Button
                  variant="quiet"
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'list.closeOf' : 'list.editOf', { name })}
                  onClick={() => setOpen(isOpen ? null : at)}
                >
                  {t(isOpen ? 'list.close' : 'list.edit')}
                </Button>
              </div>
              {isOpen ? (
                <div className="item-body">
                  <BlockFields
                    type={type}
                    fields={inner}
                    value={row}
                    problems={own}
                    path={`${place}.${at}.`}
                    onChange={onPart}
                  />
                  <div className="item-tools">
                    <IconButton
                      icon="sort-up"
                      label={t('list.upOf', { name })}
                      aria-disabled={at === 0 || undefined}
                      onClick={() => move(at, at - 1)}
                    />
                    <IconButton
                      icon="sort"
                      label={t('list.downOf', { name })}
                      aria-disabled={at === rows.length - 1 || undefined}
                      onClick={() => move(at, at + 1)}
                    />
                    <Button
                      variant="quiet"
                      icon="trash"
                      aria-label={t('list.removeOf', { name })}
                      onClick={() => {
                        onChange(rows.toSpliced(at, 1));
                        setOpen(null);
                      }}
                    >
                      {t('list.remove')}
                    </Button>
                  </div>
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      {rows.length < most ? (
        <Button
          variant="quiet"
          icon="plus"
          onClick={() => {
            onChange([...rows, {}]);
            setOpen(rows.length);
          }}
        >
          {t('list.add', { label })}
        </Button>
      ) : (
        <p className="hint">{t('list.full', { count: most })}</p>
      )}
    </fieldset>
  );
}
