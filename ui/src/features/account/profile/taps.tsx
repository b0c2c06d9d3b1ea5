// Large answers to tap.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/media/icon.tsx';

export function Taps({ several, children }: { several?: boolean; children: ReactNode }) {
  const { t } = useTranslation('wishes');
  return (
    <>
      {several ? <p className="soft">{t('game.several')}</p> : null}
      <div className="taps">{children}</div>
    </>
  );
}

export interface TapProps {
  isChosen: boolean;
  hint?: string;
  onTap: () => void;
  children: ReactNode;
}

export function Tap({ isChosen, hint, onTap, children }: TapProps) {
  return (
    <button type="button" className="tap" aria-pressed={isChosen} onClick={onTap}>
      <span>
        {children}
        {hint ? <small>{hint}</small> : null}
      </span>
      {isChosen ? <Icon name="check" /> : null}
    </button>
  );
}
