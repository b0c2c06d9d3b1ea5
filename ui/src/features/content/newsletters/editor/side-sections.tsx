// At the side of a newsletter: who gets it, when, a test to oneself, whether it is ready, and what it is called.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import {
  NEWSLETTER_CALLS,
  type NewsletterAudience,
  type NewsletterCheck,
  type NewsletterLocale,
} from '../../../../api/newsletter-calls.ts';
import { send } from '../../../../api/requests.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { LoadProblem } from '../../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../../components/feedback/loading.tsx';
import { FieldFrame, hintId } from '../../../../components/form/field-frame.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import { useMedia, WIDE } from '../../../../components/use-media.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { formatNumber } from '../../../../lib/locale/time.ts';
import { currentUser } from '../../../../lib/session/session.ts';
import { timeOrDay } from '../moments.ts';
import type { NewsletterEditor } from '../state/use-newsletter-editor.ts';
import type { Stored } from '../state/use-stored.ts';
import { SegmentSentence } from './segment-sentence.tsx';
import { isQuiet, momentOf, type When } from './when.ts';

export const SHEETS = ['who', 'when', 'test', 'checks', 'settings'] as const;
export type Sheet = (typeof SHEETS)[number];

interface SideSheetProps {
  name: Sheet;
  sheet: Sheet | null;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A section of the side; on a phone and a tablet a sheet over the mail. */
export function SideSheet({ name, sheet, title, onClose, children }: SideSheetProps) {
  const { t } = useTranslation('content-pages');
  const isWide = useMedia(WIDE);
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = sheet === name;
  useEffect(() => {
    if (!isOpen) return;
    heading.current?.scrollIntoView?.({ block: 'nearest' });
    heading.current?.focus({ preventScroll: isWide });
  }, [isOpen, isWide]);
  return (
    <section
      className={classNames('editor-sheet is-see-through', isOpen && 'is-open')}
      aria-labelledby={`newsletter-${name}`}
    >
      <div className="editor-sheet-head">
        <h2 id={`newsletter-${name}`} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <Button variant="quiet" icon="close" className="editor-sheet-close" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <div className="side-section">{children}</div>
    </section>
  );
}

export function WhoSection({
  editor,
  audience,
}: {
  editor: NewsletterEditor;
  audience: Stored<NewsletterAudience>;
}) {
  const { t } = useTranslation('newsletter-edit');
  const { doc, problems, apply } = editor;
  const { data, state, retry } = audience;
  const wrong = Object.entries(problems).filter(([field]) => field.startsWith('segment'));
  return (
    <>
      <SegmentSentence segment={doc.segment} onChange={(segment) => apply((now) => ({ ...now, segment }))} />
      {wrong.map(([field, text]) => (
        <p key={field} className="field-error">
          <Icon name="alert" />
          <span>{text}</span>
        </p>
      ))}
      {state === 'failed' ? (
        <LoadProblem onRetry={retry} />
      ) : data ? (
        <div aria-busy={state === 'waiting'}>
          <p className="reach" aria-live="polite">
            <b>{formatNumber(data.recipients)}</b> {t('who.people', { count: data.recipients })}
          </p>
          <ul className="reach-list">
            <li>{t('who.willing', { count: data.willing })}</li>
            {data.skipped
              .filter(({ count }) => count > 0)
              .map(({ reason, count }) => (
                <li key={reason}>{t(`who.not.${reason}`, { count })}</li>
              ))}
          </ul>
        </div>
      ) : (
        <RowSkeletons count={2} />
      )}
    </>
  );
}

interface WhenSectionProps {
  when: When;
  minutes: number | null;
  problem: string | null;
  onChange: (when: When) => void;
}

export function WhenSection({ when, minutes, problem, onChange }: WhenSectionProps) {
  const { t } = useTranslation('newsletter-edit');
  const id = useId();
  const { isLater, day, time } = when;
  return (
    <>
      <fieldset className="field">
        <legend className="visually-hidden">{t('when.title')}</legend>
        {[false, true].map((later) => (
          <label className="choice" key={String(later)}>
            <input
              type="radio"
              name={id}
              checked={isLater === later}
              onChange={() => onChange({ ...when, isLater: later })}
            />
            <span>{t(later ? 'when.later' : 'when.atOnce')}</span>
          </label>
        ))}
      </fieldset>
      {isLater ? (
        <FieldFrame
          id={`${id}-moment`}
          label={t('when.moment')}
          error={problem ?? undefined}
          required
          isGroup
        >
          <div className="when-fields">
            <label htmlFor={`${id}-day`}>{t('when.day')}</label>
            <input
              className="input"
              type="date"
              id={`${id}-day`}
              value={day}
              aria-invalid={problem ? true : undefined}
              onChange={(event) => onChange({ ...when, day: event.target.value })}
            />
            <label htmlFor={`${id}-time`}>{t('when.time')}</label>
            <input
              className="input"
              type="time"
              step={300}
              id={`${id}-time`}
              value={time}
              aria-invalid={problem ? true : undefined}
              onChange={(event) => onChange({ ...when, time: event.target.value })}
            />
          </div>
        </FieldFrame>
      ) : null}
      {minutes === null ? null : <p className="hint">{t('when.minutes', { count: minutes })}</p>}
      {isQuiet(momentOf(when) ?? new Date()) ? <p className="hint">{t('when.quiet')}</p> : null}
    </>
  );
}

export function TestSection({ editor, locale }: { editor: NewsletterEditor; locale: NewsletterLocale }) {
  const { t } = useTranslation('newsletter-edit');
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);
  const { testedAt } = editor.newsletter;

  async function handleSend() {
    setIsBusy(true);
    try {
      if ((await editor.flush()) !== 'saved') {
        addToast({ title: t('notSaved'), color: 'danger' });
        return;
      }
      await send(NEWSLETTER_CALLS.testMail, { id: editor.id, body: { locale } });
      addToast({ title: t('test.sent'), message: t('test.sentText'), color: 'success' });
      await editor.follow();
    } catch (cause) {
      const isTooOften = cause instanceof ApiError && cause.statusCode === 429;
      addToast({ title: t(isTooOften ? 'test.tooOften' : 'test.failed'), color: 'danger' });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <div className="test-line">
        <div className="field">
          <label htmlFor={id}>{t('test.label')}</label>
          <input
            className="input"
            id={id}
            type="email"
            readOnly
            value={currentUser.value?.email ?? ''}
            aria-describedby={hintId(id)}
          />
        </div>
        <Button icon="send" busy={isBusy} aria-label={t('test.send')} onClick={() => void handleSend()}>
          {t('test.short')}
        </Button>
      </div>
      <p className="hint" id={hintId(id)}>
        {testedAt ? t('test.last', { moment: timeOrDay(testedAt) }) : t('test.never')}
      </p>
    </>
  );
}

export function ChecksSection({ checks }: { checks: Stored<readonly NewsletterCheck[]> }) {
  const { t } = useTranslation('newsletter-edit');
  const { data, state, retry } = checks;
  if (state === 'failed') return <LoadProblem onRetry={retry} />;
  return (
    <>
      {data ? (
        <ul className="publish-check" aria-busy={state === 'waiting'}>
          {data.map((check) => (
            <CheckLine key={check.name} check={check} />
          ))}
        </ul>
      ) : (
        <RowSkeletons count={5} />
      )}
      <p className="small-print">
        <Icon name="shield" />
        <span>{t('checks.noOpens')}</span>
      </p>
    </>
  );
}

const HINTS = ['size', 'english'] as const;

function CheckLine({ check: { name, isMet, isRequired, count } }: { check: NewsletterCheck }) {
  const { t } = useTranslation('newsletter-edit');
  const isOpen = !isMet && isRequired;
  const hinted = HINTS.find((each) => each === name);
  return (
    <li className={isMet ? undefined : isOpen ? 'is-open' : 'is-advice'}>
      <Icon name={isMet ? 'check' : isOpen ? 'alert' : 'info'} />
      <span>
        {t(`checks.${isMet ? 'met' : 'open'}.${name}`, { count: count ?? 0 })}
        {hinted && (hinted === 'size' || !isMet) ? <small>{t(`checks.hint.${hinted}`)}</small> : null}
      </span>
    </li>
  );
}

const TITLE = { min: 3, max: 120 } as const;

export function SettingsSection({ editor }: { editor: NewsletterEditor }) {
  const { t } = useTranslation('newsletter-edit');
  const id = useId();
  const { doc, problems, apply } = editor;
  return (
    <>
      <FieldFrame
        id={id}
        label={t('settings.name')}
        hint={t('settings.nameHint')}
        error={problems.title}
        required
      >
        <input
          className="input"
          id={id}
          value={doc.title}
          minLength={TITLE.min}
          maxLength={TITLE.max}
          aria-describedby={hintId(id)}
          aria-invalid={problems.title ? true : undefined}
          onChange={(event) => apply((now) => ({ ...now, title: event.target.value }), 'title')}
        />
      </FieldFrame>
      <label className="choice">
        <input
          type="checkbox"
          checked={doc.isArchived}
          onChange={(event) => apply((now) => ({ ...now, isArchived: event.target.checked }))}
        />
        <span>
          {t('settings.archive')}
          <span className="hint">{t('settings.archiveHint')}</span>
        </span>
      </label>
    </>
  );
}
