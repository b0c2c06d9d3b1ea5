// What a visitor ticked or typed in the page as it came, before the app took its place.
import { readSearch, type SocialMapSearch } from './social-map-url.ts';

/** The question as it stands in that form, if anything in it was changed; else null. */
export function earlySearch(form: HTMLFormElement | null): SocialMapSearch | null {
  if (!form) return null;
  const isChanged = [...form.elements].some((field) =>
    field instanceof HTMLInputElement
      ? field.type === 'checkbox'
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue
      : field instanceof HTMLSelectElement &&
        [...field.options].some((option) => option.selected !== option.defaultSelected),
  );
  if (!isChanged) return null;
  const pairs = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
  return readSearch(`?${new URLSearchParams(pairs)}`);
}
