// What `?` lists and the command palette offers while a list is on the screen.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { screenActions, screenKeys } from '../../lib/navigation/key-choice.ts';
import type { AnyDecision } from './decisions.ts';

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
      ...decisions.map(({ key, label }) => ({ keys: [key.toUpperCase()], says: label })),
      { keys: ['Z'], says: t('undo.action') },
      { keys: ['Esc'], says: t('keys.close') },
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
