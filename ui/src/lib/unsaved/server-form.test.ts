import { afterEach, expect, it } from 'vitest';
import { readTyped } from './server-form.ts';

const FORM = `<form method="post" action="/forms/contact">
  <input name="a.1" value=""><textarea name="a.2">Al gevuld</textarea>
  <input type="checkbox" name="a.3" value="Ja"><input type="checkbox" name="a.3" value="Nee">
  <input type="hidden" name="opened_at" value="nu">
</form>`;

function formInPage(): HTMLFormElement {
  document.body.innerHTML = FORM;
  return document.querySelector('form') as HTMLFormElement;
}

afterEach(() => {
  document.body.innerHTML = '';
});

it('says nothing of a form that nobody touched', () => {
  expect(readTyped(formInPage(), document.body)).toBeNull();
});

it('gives what was typed and ticked, and the field with the focus', () => {
  const form = formInPage();
  const name = form.querySelector('input') as HTMLInputElement;
  name.value = 'Aad';
  for (const box of form.querySelectorAll<HTMLInputElement>('[type="checkbox"]')) box.checked = true;
  const typed = readTyped(form, name);
  expect(typed?.focused).toBe('a.1');
  expect(Object.fromEntries(typed?.values ?? [])).toEqual({
    'a.1': ['Aad'],
    'a.2': ['Al gevuld'],
    'a.3': ['Ja', 'Nee'],
  });
});

it('keeps what was typed when the form has left the page', () => {
  const form = formInPage();
  (form.querySelector('textarea') as HTMLTextAreaElement).value = 'Anders';
  form.remove();
  expect(readTyped(form, null)?.values.get('a.2')).toEqual(['Anders']);
});
