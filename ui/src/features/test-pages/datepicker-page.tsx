// The field for a day: typed or picked, between two days that can be moved, in the language of the page.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonRow } from '../../components/actions/button.tsx';
import { ENTER, ESCAPE } from '../../components/content/key.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { isDay } from '../../components/form/rules.ts';
import { Card } from '../../components/layout/card.tsx';
import { language } from '../../lib/locale/language.ts';
import { daysUntil, formatDate, formatDay } from '../../lib/locale/time.ts';
import { Facts, TestPage } from './test-page.tsx';

const KEYS = [
  ['Tab', 'tab'],
  [ENTER, 'enter'],
  [ESCAPE, 'escape'],
] as const;

const BOUND_DAYS = 90;
const DAY_MS = 86_400_000;

const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export default function DatepickerPage() {
  const { t } = useTranslation('test-pages');
  const [start] = useState<FormValue>(() => ({ from: dayIn(0), until: dayIn(BOUND_DAYS) }));
  const [value, setValue] = useState<FormValue>(start);
  const [sent, setSent] = useState<string | null>(null);
  const day = String(value.day ?? '');
  return (
    <TestPage name="datepicker">
      <Card title={t('datepicker.try')} className="stack">
        <Form
          value={start}
          onChange={(given) => {
            setValue(given);
            setSent(null);
          }}
          onSubmit={(given) => setSent(String(given.day))}
        >
          <FieldPair>
            <Field name="from" kind="date" label={t('datepicker.from')} />
            <Field name="until" kind="date" label={t('datepicker.until')} />
          </FieldPair>
          <Field
            name="day"
            kind="date"
            label={t('datepicker.day')}
            rules={{ required: true }}
            check={(given, { from, until }) => {
              const chosen = String(given ?? '');
              if (from && chosen < String(from))
                return t('datepicker.early', { day: formatDate(String(from)) });
              if (until && chosen > String(until))
                return t('datepicker.late', { day: formatDate(String(until)) });
              return null;
            }}
          />
          <ButtonRow>
            <SubmitButton>{t('datepicker.check')}</SubmitButton>
          </ButtonRow>
        </Form>
        <p role="status">{sent ? t('datepicker.fits', { day: formatDate(sent) }) : null}</p>
      </Card>
      <Card title={t('datepicker.value')} className="stack">
        <Facts
          facts={[
            [t('datepicker.wire'), day],
            [t('datepicker.words'), isDay(day) ? formatDay(day) : ''],
            [t('datepicker.away'), isDay(day) ? t('datepicker.days', { count: daysUntil(day) }) : ''],
            [t('datepicker.locale'), language.value],
          ]}
        />
      </Card>
      <Card title={t('datepicker.keys')} className="stack">
        <ul>
          {KEYS.map(([key, what]) => (
            <li key={key}>
              <kbd>{key}</kbd> {t(`datepicker.${what}`)}
            </li>
          ))}
        </ul>
      </Card>
    </TestPage>
  );
}
