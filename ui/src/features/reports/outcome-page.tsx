// What came of a report, for who reported it and for whom it was about: the decision, and not agreeing with it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { useCall } from '../../api/hooks.ts';
import { type OutcomeMeta, REPORT_CALLS } from '../../api/report-calls.ts';
import { send } from '../../api/requests.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { CheckList } from '../../components/content/practical-list.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import { isSignedIn } from '../../lib/session/session.ts';
import './outcome.css';

interface Asked {
  id: string;
  /** Of who has no account; the session says who everybody else is. */
  token: string | undefined;
}

export default function OutcomePage() {
  const { t } = useTranslation('report-outcome');
  const { id = '' } = useParams();
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('token')?.trim() || undefined;
  const query = token === undefined ? {} : { token };
  const { data, status, error, refresh } = useCall(REPORT_CALLS.outcome, { id, query });
  const outcome = data?.meta;
  if (isWhole(outcome)) return <Outcome outcome={outcome} asked={{ id, token }} onAppealed={refresh} />;
  if (status === 'error' && error !== null && [400, 401, 403, 404, 410].includes(error.statusCode))
    return <Missing />;
  return (
    <QuestionPanel icon="flag" title={t('title.reporter')}>
      {status === 'error' ? (
        <LoadProblem message={t('failed')} onRetry={() => void refresh()} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </QuestionPanel>
  );
}

const isWhole = (meta: Partial<OutcomeMeta> | undefined): meta is OutcomeMeta => meta?.side !== undefined;

function Missing() {
  const { t } = useTranslation('report-outcome');
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <QuestionPanel icon="flag" title={t('missing.title')}>
      <p>{t('missing.text')}</p>
      {isSignedIn.value ? (
        <ButtonLink href="/">{t('missing.home')}</ButtonLink>
      ) : (
        <ButtonLink variant="primary" href={`/auth/login-1?next=${next}`}>
          {t('missing.signIn')}
        </ButtonLink>
      )}
    </QuestionPanel>
  );
}

interface OutcomeProps {
  outcome: OutcomeMeta;
  asked: Asked;
  onAppealed: () => Promise<void>;
}

function Outcome({ outcome, asked, onAppealed }: OutcomeProps) {
  const { t } = useTranslation(['report-outcome', 'report']);
  const { side, subjectType, subjectTitle, category, createdAt, decidedAt, text, centerName } = outcome;
  const isOwnMessage = side === 'reported' && subjectType === 'messages';
  const facts = [
    {
      label: t('what'),
      value: isOwnMessage ? t('ownMessage') : t(`subject.${subjectType}`, { title: subjectTitle }),
    },
    { label: t('category'), value: t(`report:category.${category}`) },
    { label: t('date'), value: formatDate(createdAt) },
    ...(decidedAt ? [{ label: t('decided'), value: formatDate(decidedAt) }] : []),
  ];
  return (
    <QuestionPanel icon="flag" title={t(`title.${side}`)}>
      <dl className="outcome-facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <b>{useSentence(outcome)}</b>
      </p>
      {side === 'reported' && outcome.measures.length > 0 ? (
        <CheckList lines={outcome.measures.map((measure) => t(`measure.${measure}`))} />
      ) : null}
      {text ? (
        <section aria-label={t('said', { centre: centerName })}>
          <h2 className="outcome-head">{t('said', { centre: centerName })}</h2>
          <blockquote className="outcome-text as-typed">{text}</blockquote>
        </section>
      ) : null}
      <Appeal outcome={outcome} asked={asked} onAppealed={onAppealed} />
    </QuestionPanel>
  );
}

function useSentence({ side, status, centerName }: OutcomeMeta): string {
  const { t } = useTranslation('report-outcome');
  const centre = { centre: centerName };
  if (status === 'new' || status === 'in_review') return t('wait', centre);
  if (side === 'reported' && status !== 'duplicate') return t(`reported.${status}`, centre);
  return t(`status.${status}`, centre);
}

function Appeal({ outcome, asked, onAppealed }: OutcomeProps) {
  const { t } = useTranslation('report-outcome');
  const [isSent, setIsSent] = useState(false);
  const { canAppeal, appealUntil, appealedAt, appealByMe, appealStatus, appealText } = outcome;
  const { id, token } = asked;

  async function handleSubmit(value: FormValue) {
    try {
      const query = token === undefined ? {} : { token };
      await send(REPORT_CALLS.appeal, { id, query, body: { body: String(value.body ?? '').trim() } });
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.hasCode('too_late')) return [{ detail: t('appeal.late') }];
      throw thrown;
    }
    setIsSent(true);
    await onAppealed();
    return undefined;
  }

  if (isSent) {
    return (
      <Notice tone="success" live>
        <p>{t('appeal.sent')}</p>
      </Notice>
    );
  }
  if (appealedAt) {
    return (
      <Notice icon="undo">
        <p>{t(appealByMe ? 'appeal.yours' : 'appeal.theirs', { date: formatDate(appealedAt) })}</p>
        {appealStatus ? <p>{t(`appeal.${appealStatus}`)}</p> : null}
        {appealText ? <p className="as-typed">{appealText}</p> : null}
      </Notice>
    );
  }
  if (!canAppeal) {
    return appealUntil ? <p className="soft">{t('appeal.over', { date: formatDate(appealUntil) })}</p> : null;
  }
  return (
    <section className="outcome-appeal" aria-labelledby="appeal">
      <h2 id="appeal" className="outcome-head">
        {t('appeal.title')}
      </h2>
      {appealUntil ? <p>{t('appeal.text', { date: formatDate(appealUntil) })}</p> : null}
      <Form
        of="abuse_report_appeals"
        label={t('appeal.title')}
        value={{ body: '' }}
        className="stack"
        onSubmit={handleSubmit}
      >
        <Field name="body" kind="textarea" rows={5} label={t('appeal.body')} short={t('appeal.bodyShort')} />
        <SubmitButton>{t('appeal.send')}</SubmitButton>
      </Form>
    </section>
  );
}
