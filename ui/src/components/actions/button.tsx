// Buttons and links that look like one. At most one primary on a screen (a dialog counts as a screen).
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../media/icon.tsx';
import { AppLink } from './app-link.tsx';
import './button.css';

export type ButtonVariant = 'plain' | 'primary' | 'accent' | 'quiet' | 'danger';

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  large?: boolean | undefined;
  small?: boolean | undefined;
  wide?: boolean | undefined;
  icon?: IconName | undefined;
  /** A sign after the words, such as an arrow. */
  iconAfter?: IconName | undefined;
}

function buttonClass(look: ButtonLook, className: string | undefined): string {
  const variant = look.variant ?? 'plain';
  return classNames(
    'button',
    variant !== 'plain' && `is-${variant}`,
    look.large && 'is-large',
    look.small && 'is-small',
    look.wide && 'is-wide',
    className,
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  /** Keeps its width, says that it works and ignores clicks. */
  busy?: boolean | undefined;
  /** Stays reachable by keyboard, says why it is off through its words. */
  off?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const { variant, large, small, wide, icon, iconAfter, busy, off, className, children, onClick, ...rest } =
    props;
  const { t } = useTranslation('components');
  const words = (
    <>
      {icon ? <Icon name={icon} /> : null}
      {children}
      {iconAfter ? <Icon name={iconAfter} /> : null}
    </>
  );
  const resting = busy || off;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, large, small, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={resting || rest['aria-disabled']}
      onClick={(event) => {
        if (resting) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy === undefined ? (
        words
      ) : (
        <span className="button-label">
          <span className={busy ? 'is-away' : undefined} aria-hidden={busy || undefined}>
            {words}
          </span>
          {busy ? <span>{t('busy')}</span> : null}
        </span>
      )}
    </button>
  );
}

export interface ButtonLinkProps extends ButtonLook {
  href: string;
  children: ReactNode;
  className?: string;
  'aria-label'?: string;
  target?: string;
}

export function ButtonLink({
  variant,
  large,
  small,
  wide,
  icon,
  iconAfter,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <AppLink {...rest} className={buttonClass({ variant, large, small, wide }, className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
      {iconAfter ? <Icon name={iconAfter} /> : null}
    </AppLink>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName;
  /** What it does: there are no words to see. */
  label: string;
  /** How many wait, shown at the corner; say it in the label too. */
  count?: number;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, count, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classNames('icon-button', className)} aria-label={label}>
      <Icon name={icon} />
      {count ? (
        <span className="dot-count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </button>
  );
}

export function ButtonRow({ children, between }: { children: ReactNode; between?: boolean }) {
  return <div className={classNames('button-row', between && 'is-between')}>{children}</div>;
}

export interface SaveButtonProps {
  saved: boolean;
  /** What is saved: "Bewaar: Taalmaatje". */
  title: string;
  onToggle: () => void;
  /** With words, beside other quiet buttons; else a heart in a circle. */
  withWord?: boolean;
}

export function SaveButton({ saved, title, onToggle, withWord }: SaveButtonProps) {
  const { t } = useTranslation('components');
  if (withWord) {
    return (
      <button type="button" className="button is-quiet" aria-pressed={saved} onClick={onToggle}>
        <Icon name="heart" className="is-heart" />
        {saved ? t('save.saved') : t('save.word')}
      </button>
    );
  }
  return (
    <button
      type="button"
      className="save-button"
      aria-pressed={saved}
      aria-label={t('save.label', { title })}
      onClick={onToggle}
    >
      <Icon name="heart" />
    </button>
  );
}
