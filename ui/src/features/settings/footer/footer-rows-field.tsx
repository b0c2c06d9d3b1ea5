// The lines of one column: each a text and, where it leads somewhere, a link.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../components/actions/button.tsx';
import { fieldId } from '../../../components/form/field.tsx';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import { type FooterRow, readRows, writeRows } from './footer-rows.ts';

export function FooterRowsField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('settings');
  const form = useForm();
  const id = fieldId(form.id, name);
  const [rows, setRows] = useState(() => readRows(String(form.value[name] ?? '')));
  function change(next: FooterRow[]) {
    setRows(next);
    form.set(name, writeRows(next));
  }
  const put = (at: number, part: Partial<FooterRow>): void =>
    change(rows.map((row, each) => (each === at ? { ...row, ...part } : row)));
  const add = (): void => setRows([...rows, { text: '', href: '', isEntry: rows.at(-1)?.isEntry ?? false }]);
  return (
    <FieldFrame id={id} label={label} error={form.errors[name]} required={false} isGroup>
      <ul className="footer-rows">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <li key={at}>
            <div>
              <label htmlFor={`${id}-${at}-text`}>{t('footer.rowText', { number: at + 1 })}</label>
              <input
                className="input"
                id={`${id}-${at}-text`}
                value={row.text}
                onChange={(event) => put(at, { text: event.target.value })}
              />
            </div>
            <div>
              <label htmlFor={`${id}-${at}-link`}>{t('footer.rowLink')}</label>
              <input
                className="input"
                id={`${id}-${at}-link`}
                value={row.href}
                aria-describedby="footer-link-hint"
                onChange={(event) => put(at, { href: event.target.value })}
              />
            </div>
            <IconButton
              icon="trash"
              label={t('footer.removeRow', { number: at + 1 })}
              onClick={() => change(rows.filter((_, each) => each !== at))}
            />
          </li>
        ))}
      </ul>
      <Button small icon="plus" id={id} onClick={add}>
        {t('footer.addRow')}
      </Button>
    </FieldFrame>
  );
}
