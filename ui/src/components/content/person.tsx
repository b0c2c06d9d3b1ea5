// A person: with a picture, or with initials; and the ways to reach someone.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../media/icon.tsx';
import { Breakable } from './breakable.tsx';
import './person.css';

export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words[words.length - 1]?.[0] ?? '') : '';
  return (first + last).toUpperCase();
}

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  large?: boolean | undefined;
  /** Mine, or of my side of a conversation. */
  own?: boolean | undefined;
}

/** Decoration: the name stands beside it. */
export function Avatar({ name, src, large, own }: AvatarProps) {
  if (src) {
    const size = large ? 64 : 40;
    return <img className="avatar" src={src} alt="" width={size} height={size} />;
  }
  return (
    <span className={classNames('initials', large && 'is-large', own && 'is-own')} aria-hidden="true">
      {initialsOf(name) || <Icon name="person" />}
    </span>
  );
}

export function PersonLine({ name, role, src }: { name: string; role?: ReactNode; src?: string | null }) {
  return (
    <div className="person-line">
      <Avatar name={name} src={src} />
      <div>
        <b>{name}</b>
        {role ? <p className="hint">{role}</p> : null}
      </div>
    </div>
  );
}

export interface ContactLine {
  icon: IconName;
  text: string;
  href?: string;
}

const isAddress = (icon: IconName): boolean => icon === 'mail' || icon === 'globe';

export function ContactList({ lines }: { lines: readonly ContactLine[] }) {
  return (
    <div className="contact-list">
      {lines.map((line) => (
        <div key={line.icon + line.text}>
          <Icon name={line.icon} />
          {line.href ? (
            <a href={line.href}>{isAddress(line.icon) ? <Breakable>{line.text}</Breakable> : line.text}</a>
          ) : (
            <span>{line.text}</span>
          )}
        </div>
      ))}
    </div>
  );
}
