// Toasts as a pure view: who counts the time down is told when to pause and when to go on.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName, iconNamed } from '../media/icon.tsx';
import { progressStyle } from './progress-style.ts';
import './toast.css';

export type ToastColor = 'success' | 'danger' | 'warning' | 'info' | 'primary' | 'muted';
export type ToastPosition = `${'top' | 'bottom'}-${'left' | 'center' | 'right'}`;

export interface ToastItem {
  id: string;
  title: string;
  message?: string | undefined;
  color: ToastColor;
  icon?: string | null | undefined;
  closable: boolean;
  /** 0 to 1: it goes when it reaches 1. */
  progress: number;
  /** An undo lives here. */
  action?: { label: string; onClick: () => void } | null | undefined;
}

export interface ToastHandlers {
  onPause: (id: string) => void;
  onResume: (id: string) => void;
  onClose: (id: string) => void;
}

const ICON: Record<ToastColor, IconName> = {
  success: 'check',
  danger: 'alert',
  warning: 'alert',
  info: 'info',
  primary: 'info',
  muted: 'info',
};

export interface ToastRegionProps extends ToastHandlers {
  toasts: readonly ToastItem[];
  position?: ToastPosition;
}

export function ToastRegion({ toasts, position = 'bottom-right', ...handlers }: ToastRegionProps) {
  const { t } = useTranslation('components');
  const [edge, side] = position.split('-');
  const from = useRef<HTMLElement | null>(null);
  return (
    <section
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget as HTMLElement | null;
      }}
      className={classNames('toast-region', edge === 'top' && 'is-top', side !== 'right' && `is-${side}`)}
      aria-label={t('toasts')}
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.map((toast) => (
        <ToastView key={toast.id} toast={toast} from={from} {...handlers} />
      ))}
    </section>
  );
}

interface ToastViewProps extends ToastHandlers {
  toast: ToastItem;
  /** Where the focus was before it came to the toasts. */
  from?: RefObject<HTMLElement | null>;
}

export function ToastView({ toast, from, onPause, onResume, onClose }: ToastViewProps) {
  const { t } = useTranslation('components');
  const root = useRef<HTMLDivElement>(null);
  // Removing a toast removes its focus: the focus returns to where it was before, not to the top of the page.
  useLayoutEffect(() => {
    const view = root.current;
    return () => {
      if (!view?.contains(document.activeElement)) return;
      const back = from?.current?.isConnected ? from.current : document.getElementById('content');
      back?.focus({ preventScroll: true });
    };
  }, [from]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only hold the time
    <div
      ref={root}
      className={classNames('toast', `is-${toast.color}`)}
      role={toast.color === 'danger' ? 'alert' : 'status'}
      style={progressStyle(toast.progress)}
      onPointerEnter={() => onPause(toast.id)}
      onPointerLeave={() => onResume(toast.id)}
      onFocus={() => onPause(toast.id)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onResume(toast.id);
      }}
    >
      <Icon name={iconNamed(toast.icon, ICON[toast.color])} />
      <div>
        <b>{toast.title}</b>
        {toast.message ? <p className="small soft">{toast.message}</p> : null}
        {toast.action ? (
          <button type="button" className="toast-action" onClick={toast.action.onClick}>
            {toast.action.label}
          </button>
        ) : null}
      </div>
      {toast.closable ? (
        <IconButton icon="close" label={t('toast_close')} onClick={() => onClose(toast.id)} />
      ) : null}
    </div>
  );
}
