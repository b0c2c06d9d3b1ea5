// Which dialog is open stands in the address: it survives a reload, and Back closes it.

import { useRef } from 'react';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { LIST_PATH } from '../list/list-url.ts';
import { DIALOG_PARAM } from './actions.ts';

export const openDialog = (id: string, event: string): void =>
  navigateTo(`${LIST_PATH}/${id}?${DIALOG_PARAM}=${event}`);

export function useDialog(id: string): { asked: string | null; close: () => void } {
  const params = useQuery();
  const asked = params.get(DIALOG_PARAM);
  const openedAtStart = useRef(asked !== null);
  return {
    asked,
    close: () => {
      if (openedAtStart.current) {
        openedAtStart.current = false;
        navigateTo(`${LIST_PATH}/${id}`, { replace: true });
      } else history.back();
    },
  };
}
