// A mail as its reader sees it: who it is from, its subject, and its text as a mail program or a terminal shows it.
import { classNames } from '../class-names.ts';
import type { LetterMode } from '../content/letter.ts';
import { LetterFrame } from '../content/letter-frame.tsx';
import './mail-view.css';

/** Of the windows that mails are read in. */
export const MAIL_WIDTHS = { phone: 360, desk: 680 } as const;

export interface MailViewProps {
  mail: { subject: string; html: string; text: string };
  locale: 'nl' | 'en';
  from: string;
  to: string;
  /** Of the frame, for a screen reader. */
  title: string;
  isPlain: boolean;
  mode: LetterMode;
  width: number;
  /** Anything but `fresh`: what is shown is from before. */
  state: 'fresh' | 'waiting' | 'refused' | 'failed';
}

export function MailView({ mail, locale, from, to, title, isPlain, mode, width, state }: MailViewProps) {
  return (
    <div
      className={classNames('mail-view', state !== 'fresh' && 'is-stale')}
      data-theme={isPlain ? undefined : mode}
      aria-busy={state === 'waiting'}
    >
      <div className="mail-view-head">
        <b>{from}</b>
        <small>{to}</small>
        <p lang={locale}>{mail.subject}</p>
      </div>
      {isPlain ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long mail is read with the keys
        <pre className="mail-view-text" lang={locale} tabIndex={0}>
          {mail.text}
        </pre>
      ) : (
        <div className="mail-view-body">
          <LetterFrame html={mail.html} title={title} width={width} mode={mode} />
        </div>
      )}
    </div>
  );
}
