// What `?` lists and the command palette offers while a list is on the screen.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreenKey, screenActions, screenKeys } from '../../lib/navigation/key-choice.ts';
import type { AnyDecision } from './decisions.ts';

/** Each key once: on another row it means another decision. */
export function keysOf(decisions: readonly { key: string; label: string }[]): readonly ScreenKey[] {
  const keys = [...new Set(decisions.map(({ key }) => key.toUpperCase()))];
  return keys.map((key) => {
    const meant = decisions.filter((each) => each.key.toUpperCase() === key);
    return { keys: [key], says: [...new Set(meant.map(({ label }) => label))].join(' / ') };
  });
}

export function useScreenKeys<Row>(
  decisions: readonly AnyDecision<Row>[],
  canChoose: boolean,
  openRow: Row | undefined,
  onDecide: (decision: AnyDecision<Row>) => void,
) {
  const { t } = useTranslation('work-list');
  const names = decisions.map(({ name }) => name).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other decisions
  useEffect(() => {
    screenKeys.value = [
      { keys: ['J', 'K'], says: t('keys.next') },
      { keys: ['Enter'], says: t('keys.panel') },
      { keys: ['O'], says: t('keys.open') },
      ...(canChoose ? [{ keys: ['X'], says: t('keys.chooseRow') }] : []),
      ...keysOf(decisions),
      { keys: ['Z'], says: t('undo.action') },
    ];
    return () => {
      screenKeys.value = [];
    };
  }, [names, canChoose, t]);
  const allowed = openRow === undefined ? [] : decisions.filter((decision) => decision.isAllowed(openRow));
  const allowedNames = allowed.map(({ name }) => name).join();
  const latest = useRef(onDecide);
  latest.current = onDecide;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another row or other decisions
  useEffect(() => {
    screenActions.value = allowed.map((decision) => ({
      label: decision.label,
      key: decision.key.toUpperCase(),
      run: () => latest.current(decision),
    }));
    return () => {
      screenActions.value = [];
    };
  }, [allowedNames, openRow]);
}
