// A form within a page. Until it is there, and for who has no script, the server's own form stands in its place.
import { useLayoutEffect } from 'react';
import { useCall } from '../../../api/hooks.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { useServerForm } from '../../../lib/unsaved/server-form.ts';
import { Filling } from '../forms/form-filling.tsx';

export function PageForm({ address, place }: { address: string; place: HTMLElement }) {
  const { data } = useCall(STAFF_CALLS.formByToken, { id: address }, { once: true });
  const server = useServerForm(`/forms/${address}`);
  const form = data?.item;
  const isShown = form !== undefined && form !== null;
  useLayoutEffect(() => {
    if (isShown) place.querySelector(':scope > form[method="post"]')?.remove();
  }, [isShown, place]);
  return isShown ? <Filling form={form} address={address} server={server} isPart /> : null;
}
