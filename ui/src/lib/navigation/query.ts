// What stands behind the question mark. The router's own useSearchParams can also write it, and its weight would be in
// every first view; writing is navigateTo's.
import { useMemo } from 'react';
import { useLocation } from 'react-router';

export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
