// What is masked, and how to have it shown; or how long it is open yet.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Disclosure } from '../../api/data-viewer-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { clockOf, secondsLeft } from './data-viewer-url.ts';

interface MaskLineProps {
  /** What is open of this table, and ends first. */
  open: Disclosure | null;
  /** There is more that a reason would open. */
  mayAsk: boolean;
  onReason: () => void;
  /** It is masked again. */
  onOver: () => void;
}

export function MaskLine({ open, mayAsk, onReason, onOver }: MaskLineProps) {
  const { t } = useTranslation('data-viewer');
  const until = open?.until ?? null;
  const [left, setLeft] = useState(until ? secondsLeft(until, Date.now()) : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs until then, whoever is told
  useEffect(() => {
    if (!until) return;
    setLeft(secondsLeft(until, Date.now()));
    const timer = setInterval(() => {
      const seconds = secondsLeft(until, Date.now());
      setLeft(seconds);
      if (seconds === 0) {
        clearInterval(timer);
        onOver();
      }
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <div className="mask-line">
      <Icon name={open ? 'eye' : 'lock'} />
      {open ? (
        <span>
          <b>{t('mask.open')}</b> <span role="timer">{t('mask.left', { time: clockOf(left) })}</span>
        </span>
      ) : (
        <span>
          <b>{t('mask.title')}</b> {t('mask.text')}
        </span>
      )}
      {mayAsk ? <Button onClick={onReason}>{t('mask.give')}</Button> : null}
    </div>
  );
}
