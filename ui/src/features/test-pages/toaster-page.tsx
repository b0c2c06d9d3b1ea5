// Toasts in every colour, at every place and for every time; hover or focus holds the time.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import '../../components/form/form.css';
import {
  addToast,
  clearToasts,
  DEFAULT_DURATION_MS,
  type ToastColor,
  type ToastPosition,
  toastPosition,
  toasts,
} from '../../lib/feedback/toasts.ts';
import { TestPage } from './test-page.tsx';

const COLORS = [
  'success',
  'danger',
  'warning',
  'info',
  'primary',
  'muted',
] as const satisfies readonly ToastColor[];
const POSITIONS = [
  'top-left',
  'top-center',
  'top-right',
  'bottom-left',
  'bottom-center',
  'bottom-right',
] as const satisfies readonly ToastPosition[];
/** Milliseconds; 0 stays. */
const DURATIONS = [1000, DEFAULT_DURATION_MS, 20_000, 0] as const;

const USUAL_POSITION = toastPosition.peek();

export default function ToasterPage() {
  const { t } = useTranslation('test-pages');
  const [duration, setDuration] = useState<number>(DEFAULT_DURATION_MS);
  const [undone, setUndone] = useState(0);
  useEffect(
    () => () => {
      toastPosition.value = USUAL_POSITION;
    },
    [],
  );

  function show(color: ToastColor, withAction = false) {
    addToast({
      title: t(`toaster.color.${color}`),
      message: t('toaster.message'),
      color,
      duration,
      action: withAction
        ? { label: t('toaster.undo'), onClick: () => setUndone((times) => times + 1) }
        : null,
    });
  }

  return (
    <TestPage name="toaster">
      <Card title={t('toaster.how')} className="stack">
        <label className="field">
          <span>{t('toaster.position')}</span>
          <select
            className="select is-auto"
            value={toastPosition.value}
            onChange={(event) => {
              toastPosition.value = event.target.value as ToastPosition;
            }}
          >
            {POSITIONS.map((each) => (
              <option key={each} value={each}>
                {t(`toaster.at.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{t('toaster.duration')}</span>
          <select
            className="select is-auto"
            value={duration}
            onChange={(event) => setDuration(Number(event.target.value))}
          >
            {DURATIONS.map((each) => (
              <option key={each} value={each}>
                {each === 0 ? t('toaster.stays') : t('toaster.seconds', { count: each / 1000 })}
              </option>
            ))}
          </select>
        </label>
      </Card>
      <Card title={t('toaster.show')} className="stack">
        <ButtonRow>
          {COLORS.map((color) => (
            <Button key={color} onClick={() => show(color)}>
              {t(`toaster.color.${color}`)}
            </Button>
          ))}
          <Button icon="undo" onClick={() => show('primary', true)}>
            {t('toaster.withAction')}
          </Button>
        </ButtonRow>
        <ButtonRow>
          <Button icon="trash" off={toasts.value.length === 0} onClick={clearToasts}>
            {t('toaster.clear')}
          </Button>
        </ButtonRow>
        <p role="status">
          {t('toaster.count', { count: toasts.value.length })} {t('toaster.undone', { count: undone })}
        </p>
      </Card>
    </TestPage>
  );
}
