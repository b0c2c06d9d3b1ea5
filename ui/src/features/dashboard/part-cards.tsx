// The counted cards of a part: what waits, and the figures of the week.
import { useTranslation } from 'react-i18next';
import type { DashboardPart, DashboardTodo } from '../../api/matching-calls.ts';
import { KeyNumbers, ToDoList } from '../../components/content/dashboard-parts.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatDate, formatNumber } from '../../lib/locale/time.ts';
import { BoardCard } from './board-card.tsx';
import { addressOf, dueTodos, keptTodos, type Side, todosOf, urgencyOf } from './dashboard.ts';
import { LoadAgain } from './load-again.tsx';
import { TodoRows } from './todo-rows.tsx';

interface PartProps {
  side: Side;
  /** Null: the counts could not be had. */
  part: DashboardPart | null;
  /** Keys of what could not be counted. */
  failed: readonly string[];
  onRetry: () => void;
}

interface TodoCardProps extends PartProps {
  /** The only part on the screen: it needs no name. */
  isAlone: boolean;
}

export function TodoCard({ side, part, failed, onRetry, isAlone }: TodoCardProps) {
  const { t } = useTranslation('dashboard');
  const words = serverWords(t);
  const title = isAlone ? t('todo') : t(`${side}.title`);
  if (!part) {
    return (
      <BoardCard title={title} status="error" onRetry={onRetry}>
        {null}
      </BoardCard>
    );
  }
  const todos = todosOf(side, part);
  const isMissing = failed.some((name) => name.startsWith(`${side}.`) && !name.includes('.figures.'));
  if (todos.length === 0 && !isMissing) {
    return side === 'own' || part.steps.length > 0 ? null : (
      <BoardCard title={title}>
        <p className="soft">{t('nothingTodo')}</p>
      </BoardCard>
    );
  }
  return (
    <BoardCard title={title}>
      <ToDoList
        todos={todos.map((todo, index) => ({
          id: todo.key,
          count: todo.count,
          title: words(`${side}.todos.${todo.key}.title`, { count: todo.count }),
          detail: <Since todo={todo} />,
          href: addressOf(side, todo.key),
          action: words(`${side}.todos.${todo.key}.action`, { count: todo.count }),
          urgency: urgencyOf(side, todo.key),
          primary: index === 0 && part.steps.length === 0 && side !== 'own',
          below: <TodoRows side={side} todo={todo.key} count={todo.count} />,
        }))}
      />
      {isMissing ? <LoadAgain text={t('failed.part')} onRetry={onRetry} /> : null}
    </BoardCard>
  );
}

function Since({ todo }: { todo: DashboardTodo }) {
  const { t } = useTranslation('dashboard');
  if (!todo.since || keptTodos.has(todo.key)) return null;
  const date = formatDate(todo.since);
  return <>{t(dueTodos.has(todo.key) ? 'due' : 'since', { date })}</>;
}

export function WeekCard({ side, part, failed, onRetry }: PartProps) {
  const { t } = useTranslation('dashboard');
  const words = serverWords(t);
  const isMissing = failed.some((name) => name.startsWith(`${side}.figures.`));
  // Noughts tell somebody who has just begun nothing.
  const isNew = part !== null && part.steps.length > 0;
  const figures = (part?.figures ?? []).filter(({ count, before }) => !isNew || count > 0 || before);
  if (figures.length === 0 && !isMissing) return null;
  return (
    <section aria-label={t('figures')} className="week-card">
      <KeyNumbers
        wide
        numbers={figures.map(({ key, count, before }) => ({
          href: addressOf(side, key),
          value: formatNumber(count),
          label: words(`figure.${key}`, { count }),
          ...(before === null
            ? {}
            : {
                detail: before === 0 ? t('weekFirst') : t('week', { before: formatNumber(before) }),
              }),
        }))}
      />
      {isMissing ? <LoadAgain text={t('failed.figures')} onRetry={onRetry} /> : null}
    </section>
  );
}
