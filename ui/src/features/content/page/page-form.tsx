// A form within a page. Until it is there, and for who has no script, the server's own form stands in its place.
import { useLayoutEffect, useState } from 'react';
import { useCall } from '../../../api/hooks.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Filling } from '../forms/form-filling.tsx';

export function PageForm({ address, place }: { address: string; place: HTMLElement }) {
  const { data } = useCall(STAFF_CALLS.formByToken, { id: address }, { once: true });
  const form = data?.item;
  // Somebody who began in the server's form goes on in it.
  const [isBegun] = useState(() => hasAnswers(place));
  const isShown = form !== undefined && form !== null && !isBegun;
  useLayoutEffect(() => {
    if (isShown) place.querySelector(':scope > form[method="post"]')?.remove();
  }, [isShown, place]);
  return isShown ? <Filling form={form} address={address} isPart /> : null;
}

function hasAnswers(place: HTMLElement): boolean {
  const fields = place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form [name^="a."]');
  return [...fields].some((field) =>
    field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type)
      ? field.checked
      : field.value !== '',
  );
}
