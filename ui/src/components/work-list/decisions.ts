// What can be decided about a row, and how a decision becomes calls. Pure.
import type { DecisionCall } from '../../lib/decisions/pending-decisions.ts';
import type { ButtonVariant } from '../actions/button.tsx';
import type { IconName } from '../media/icon.tsx';

export interface Reason {
  value: string;
  label: string;
  /** It says too little alone. */
  needsMessage?: boolean;
}

export interface QuestionMessage<Row> {
  label: string;
  hint?: string;
  atMost: number;
  isRequired?: boolean;
  /** Sentences that were kept: one press puts one in. */
  snippets?: {
    label: string;
    keepLabel: string;
    load: (rows: readonly Row[]) => Promise<readonly string[]>;
    keep: (rows: readonly Row[], text: string) => Promise<void>;
  };
}

/** What has to be said with a decision. */
export interface Question<Row> {
  title: (rows: readonly Row[]) => string;
  /** Who gets which mail. */
  text?: (rows: readonly Row[]) => string;
  reasons: readonly Reason[];
  message?: QuestionMessage<Row> | undefined;
  confirm: string;
  /** The mail as it would be sent, for who wants to read it first; without a message too where that is not required. */
  preview?:
    | ((rows: readonly Row[], answer: Answer) => Promise<{ subject: string; text: string } | null>)
    | undefined;
}

export interface Answer {
  reason: string;
  message: string;
}

export interface ListDecision<Row> {
  /** 'reject': unique in the list. */
  name: string;
  /** The letter, small. */
  key: string;
  label: string;
  icon?: IconName | undefined;
  variant?: ButtonVariant | undefined;
  isAllowed: (row: Row) => boolean;
  /** Also for several at once. */
  isForMany?: boolean;
  /** A mail leaves: it can be undone for ten seconds. */
  isDelayed?: boolean;
  asks?: Question<Row> | undefined;
  callOf: (row: Row, answer: Answer | null) => DecisionCall;
  /** 'Joost is aangenomen' */
  done: (row: Row) => string;
  doneMany?: ((count: number) => string) | undefined;
  /** 'De mail gaat over 10 seconden weg.' */
  doneText?: string | undefined;
}

/** A decision that has a dialog or a screen of its own. */
export interface ListStep<Row> {
  name: string;
  key: string;
  label: string;
  icon?: IconName | undefined;
  variant?: ButtonVariant | undefined;
  isAllowed: (row: Row) => boolean;
  isForMany?: boolean;
  open: (rows: readonly Row[]) => void;
}

export type AnyDecision<Row> = ListDecision<Row> | ListStep<Row>;

export const isStep = <Row>(decision: AnyDecision<Row>): decision is ListStep<Row> => 'open' in decision;

/** A letter means the first allowed decision that has it. */
export const decisionFor = <Row>(
  decisions: readonly AnyDecision<Row>[],
  key: string,
  row: Row,
): AnyDecision<Row> | undefined => decisions.find((each) => each.key === key && each.isAllowed(row));

/** The row to select after a decision: the next undecided one, else the previous one. */
export function nextToDecide(
  ids: readonly string[],
  decided: readonly string[],
  isOver: (id: string) => boolean,
): string | null {
  const from = Math.max(...decided.map((id) => ids.indexOf(id)));
  const isFree = (id: string): boolean => !decided.includes(id) && !isOver(id);
  return ids.slice(from + 1).find(isFree) ?? ids.slice(0, Math.max(0, from)).findLast(isFree) ?? null;
}
