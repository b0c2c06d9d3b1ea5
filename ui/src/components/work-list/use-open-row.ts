// The open row is in the address: it survives a reload, and on a phone Back closes it.
import { useRef } from 'react';
import { useLocation } from 'react-router';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';

const OPEN_PARAM = 'open';

export function useOpenRow() {
  const { pathname } = useLocation();
  const params = useQuery();
  const openId = params.get(OPEN_PARAM);
  const isPushed = useRef(false);
  const go = (id: string | null, replace: boolean) => {
    const next = new URLSearchParams(location.search);
    if (id === null) next.delete(OPEN_PARAM);
    else next.set(OPEN_PARAM, id);
    const query = next.toString().replaceAll('%2C', ',');
    navigateTo(query === '' ? pathname : `${pathname}?${query}`, { replace });
  };
  return {
    openId,
    open: (id: string) => {
      if (openId === null) isPushed.current = true;
      go(id, openId !== null);
    },
    close: () => {
      if (isPushed.current) history.back();
      else go(null, true);
      isPushed.current = false;
    },
  };
}
