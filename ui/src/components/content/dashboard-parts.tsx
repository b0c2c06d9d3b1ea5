// What waits, and numbers that link to what they count.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './dashboard-parts.css';
import { AppLink } from '../actions/app-link.tsx';
import { ButtonLink } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { Arch } from './category-tile.tsx';

export interface ToDo {
  id: string;
  count: number;
  title: string;
  detail?: ReactNode;
  href: string;
  action: string;
  urgency?: 'late' | 'soon' | undefined;
  /** At most one on the screen. */
  primary?: boolean | undefined;
  /** Who or what it is about, the first of them. */
  below?: ReactNode;
}

/** The longest wait on top. */
export function ToDoList({ todos }: { todos: readonly ToDo[] }) {
  return (
    <ul className="to-do-list">
      {todos.map((todo) => (
        <li key={todo.id} className={classNames('to-do', todo.urgency && `is-${todo.urgency}`)}>
          <Arch>{todo.count}</Arch>
          <div>
            <h3>
              <span className="visually-hidden">{todo.count} </span>
              <span className="to-do-title">{todo.title}</span>
            </h3>
            {todo.detail ? <p>{todo.detail}</p> : null}
          </div>
          <ButtonLink href={todo.href} variant={todo.primary ? 'primary' : 'plain'}>
            {todo.action}
          </ButtonLink>
          {todo.below}
        </li>
      ))}
    </ul>
  );
}

export interface KeyNumber {
  /** Where it is explained. */
  href?: string;
  value: string | number;
  label: string;
  detail?: ReactNode;
}

/** `wide`: one row across the page where there is room. */
export function KeyNumbers({ numbers, wide = false }: { numbers: readonly KeyNumber[]; wide?: boolean }) {
  return (
    <div className={classNames('key-numbers', wide && 'is-wide')}>
      {numbers.map(({ href, value, label, detail }) => {
        const inside = (
          <>
            <b>{value}</b>
            <span>{label}</span>
            {detail ? <small>{detail}</small> : null}
          </>
        );
        return href === undefined ? (
          <div className="key-number" key={label}>
            {inside}
          </div>
        ) : (
          <AppLink className="key-number" href={href} key={href + label}>
            {inside}
          </AppLink>
        );
      })}
    </div>
  );
}

export interface PlainTableProps {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export function PlainTable({ head, rows }: PlainTableProps) {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          {head.map((cell) => (
            <th scope="col" key={cell}>
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join('|')}>
            {row.map((cell, index) => (
              <td key={head[index] ?? index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every chart has its table. */
export function TableAlternative(props: PlainTableProps) {
  const { t } = useTranslation('components');
  return (
    <details className="table-alternative">
      <summary>{t('as_table')}</summary>
      <PlainTable {...props} />
    </details>
  );
}
