// Dialog and sheet on the native element: it traps the focus; we put it on the title and give it back.
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import './dialog.css';
import { Button, type ButtonVariant, IconButton } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';

interface LayerProps {
  title: string;
  onClose: () => void;
  children?: ReactNode;
  /** Buttons at the bottom: the quiet one first. */
  footer?: ReactNode;
}

export interface DialogProps extends LayerProps {
  open: boolean;
  description?: ReactNode;
  small?: boolean;
  wide?: boolean;
  closeLabel?: string;
  /** A form around body and footer, when the footer's button submits. */
  wrap?: (content: ReactNode) => ReactNode;
}

/** Middle of the screen; from below on a phone. Mounted only while open. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { title, description, onClose, children, footer, small, wide, closeLabel, wrap } = props;
  const { t } = useTranslation('components');
  const id = useId();
  const layer = useModal(onClose);
  const content = (
    <>
      <div className="dialog-body stack">{children}</div>
      {footer ? <div className="dialog-foot">{footer}</div> : null}
    </>
  );
  return (
    <dialog
      className={classNames('dialog', small && 'is-small', wide && 'is-wide')}
      aria-labelledby={id}
      {...layer}
    >
      <div className="dialog-head">
        <div>
          <h2 id={id} tabIndex={-1} data-first-focus="">
            {title}
          </h2>
          {description ? <p className="soft">{description}</p> : null}
        </div>
        <IconButton icon="close" label={closeLabel ?? t('close')} onClick={onClose} />
      </div>
      {wrap ? wrap(content) : content}
    </dialog>
  );
}

export interface SheetProps extends LayerProps {
  open: boolean;
}

/** Fills a phone; a drawer beside the page on a wider screen. */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ title, onClose, children, footer }: LayerProps) {
  const { t } = useTranslation('components');
  const id = useId();
  const layer = useModal(onClose);
  return (
    <dialog className="sheet" aria-labelledby={id} {...layer}>
      <div className="sheet-head">
        <h2 id={id} tabIndex={-1} data-first-focus="">
          {title}
        </h2>
        <Button variant="quiet" icon="close" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <div className="sheet-body">{children}</div>
      {footer ? <div className="sheet-foot">{footer}</div> : null}
    </dialog>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  /** Names what will happen and to how many: "12 vacatures archiveren?" */
  title: string;
  /** What follows from it, and whether it can be undone. */
  children?: ReactNode;
  /** The same verb as the title: "Archiveer 12 vacatures". */
  confirmLabel: string;
  cancelLabel?: string;
  variant?: ButtonVariant;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel,
    variant = 'primary',
    busy = false,
    onConfirm,
    onCancel,
  } = props;
  const { t } = useTranslation('components');
  return (
    <Dialog
      open={open}
      title={title}
      small
      onClose={onCancel}
      footer={
        <>
          <Button variant="quiet" onClick={onCancel}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button variant={variant} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onClick: (event: SyntheticEvent<HTMLDialogElement>) => void;
}

/** To what opened the layer; where that went away by what was done, to the title of the page. */
function giveBack(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
  const target = isThere ? before : document.querySelector<HTMLElement>('#content h1');
  if (!target) return;
  if (!isThere && !target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: !isThere });
}

/** For a layer with a shape of its own: opens the dialog it is given to, closes it on Escape and on a press beside it, returns the focus. */
export function useModal(onClose: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      dialog?.close();
      giveBack(before);
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    onClick: (event) => {
      if (event.target === event.currentTarget) onClose();
    },
  };
}
