// What came of an application: sent, a mail to look for, or why not; each with a next step.

import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Arch } from '../../../components/content/category-tile.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { searchPath } from '../../../lib/vacancies/search-url.ts';
import { vacancyPath } from '../../../lib/vacancies/vacancy-card.ts';
import type { ApplyOutcome, Refusal } from './apply.ts';

export interface ApplyOutcomeProps {
  vacancy: Vacancy;
  outcome: ApplyOutcome;
  onClose: () => void;
  onAgain: () => void;
  /** To wait in line where no place is free. */
  onWait?: () => void;
}

export function ApplyOutcomeDialog({ vacancy, outcome, onClose, onAgain, onWait }: ApplyOutcomeProps) {
  if (outcome.kind === 'waiting')
    return <Waiting vacancy={vacancy} position={outcome.position} onClose={onClose} />;
  if (outcome.kind === 'sent') return <Sent vacancy={vacancy} onClose={onClose} />;
  if (outcome.kind === 'held') return <Sent vacancy={vacancy} held={outcome} onClose={onClose} />;
  if (outcome.kind === 'mailed')
    return <Mailed vacancy={vacancy} email={outcome.email} onClose={onClose} onAgain={onAgain} />;
  return <Refused vacancy={vacancy} because={outcome.because} onClose={onClose} onWait={onWait} />;
}

interface PartProps {
  vacancy: Vacancy;
  onClose: () => void;
}

function Sent({ vacancy, held, onClose }: PartProps & { held?: Extract<ApplyOutcome, { kind: 'held' }> }) {
  const { t } = useTranslation('apply');
  const of = held ? 'held' : 'sent';
  const text = held?.mentor ? 'held.textMentor' : `${of}.text`;
  return (
    <Dialog
      open
      small
      title={t(`${of}.title`)}
      onClose={onClose}
      footer={
        <>
          <ButtonLink href="/applications" variant="quiet">
            {t('sent.applications')}
          </ButtonLink>
          <Button variant="primary" onClick={onClose}>
            {t('sent.done')}
          </Button>
        </>
      }
    >
      <Arch icon={held ? 'wait' : 'check'} />
      <p>
        {serverWords(t)(text, {
          organisation: vacancy.organizationName,
          mentor: held?.mentor,
          school: held?.school,
        })}
      </p>
      <p className="soft">{t(`${of}.next`)}</p>
    </Dialog>
  );
}

function Waiting({ vacancy, position, onClose }: PartProps & { position: number | null }) {
  const { t } = useTranslation('apply');
  return (
    <Dialog
      open
      small
      title={t('waiting.title')}
      onClose={onClose}
      footer={
        <>
          <ButtonLink href="/applications" variant="quiet">
            {t('sent.applications')}
          </ButtonLink>
          <Button variant="primary" onClick={onClose}>
            {t('sent.done')}
          </Button>
        </>
      }
    >
      <Arch icon="wait" />
      <p>{t('waiting.text', { position, organisation: vacancy.organizationName })}</p>
      <p className="soft">{t('waiting.next')}</p>
    </Dialog>
  );
}

function Mailed({ vacancy, email, onClose, onAgain }: PartProps & { email: string; onAgain: () => void }) {
  const { t } = useTranslation('apply');
  return (
    <Dialog
      open
      small
      title={t('mailed.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onAgain}>
            {t('mailed.again')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('mailed.done')}
          </Button>
        </>
      }
    >
      <Arch icon="mail" />
      <p className="break-words">{t('mailed.text', { email, organisation: vacancy.organizationName })}</p>
      <p className="soft">{t('mailed.hint')}</p>
    </Dialog>
  );
}

interface Step {
  label: string;
  href: string;
}

interface RefusedProps extends PartProps {
  because: Refusal;
  onWait?: (() => void) | undefined;
}

function Refused({ vacancy, because, onClose, onWait }: RefusedProps) {
  const { t } = useTranslation('apply');
  const isGuest = !isSignedIn.value;
  const next = encodeURIComponent(`${vacancyPath(vacancy.id)}?apply=1`);
  const others = { label: t('refused.similar'), href: searchPath({ types: vacancy.activityTypeIds }) };
  const mine = { label: t('refused.applications'), href: '/applications' };
  const signIn = { label: t('refused.sign_in_action'), href: `/auth/login-1?next=${next}` };
  const steps: Record<Refusal, Step | null> = {
    already_applied: isGuest ? others : mine,
    reapply_refused: others,
    vacancy_closed: others,
    vacancy_full: others,
    own_vacancy: { label: t('refused.manage'), href: '/vacancies' },
    limit_reached: isGuest ? null : mine,
    limit_today: isGuest ? null : mine,
    one_request: mine,
    under_age: others,
    sign_in: signIn,
    account_first: signIn,
  };
  const step = steps[because];
  const canWait = because === 'vacancy_full' && onWait !== undefined;
  const text = t(`refused.text.${because}`, {
    organisation: vacancy.organizationName,
    age: vacancy.minAge,
  });
  return (
    <Dialog
      open
      small
      title={t(`refused.title.${because}`)}
      onClose={onClose}
      footer={
        <>
          <Button variant={step ? 'quiet' : 'primary'} onClick={onClose}>
            {t('refused.close')}
          </Button>
          {step === signIn ? <ButtonLink href="/signup">{t('refused.sign_up_action')}</ButtonLink> : null}
          {step ? (
            <ButtonLink variant={canWait ? 'plain' : 'primary'} href={step.href}>
              {step.label}
            </ButtonLink>
          ) : null}
          {canWait ? (
            <Button variant="primary" icon="wait" onClick={onWait}>
              {t('wait.submit')}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{text}</p>
      {because === 'already_applied' && isGuest ? <p>{t('refused.already_applied_guest')}</p> : null}
    </Dialog>
  );
}
