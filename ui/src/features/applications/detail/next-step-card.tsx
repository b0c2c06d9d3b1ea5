// The largest thing on the page: what to do now, or what will happen.

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, mutate } from '../../../api/hooks.ts';
import { pathOf, send } from '../../../api/requests.ts';
import type { Application } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { allowedActions, wordsOf } from './actions.ts';
import type { SideProps } from './application-page.tsx';
import { guideStep, isOver, ownStep, workStep } from './next-step.ts';
import { openDialog } from './use-dialog.ts';
import { namesOf, useStepWords } from './use-step-words.ts';

const CAN_BE_CALLED = ['new', 'in_contact', 'accepted', 'started'];

export function NextStepCard({ application, isOwn }: SideProps) {
  const { t } = useTranslation('applications');
  const step = isOwn ? ownStep(application) : (guideStep(application) ?? workStep(application));
  const { title, text } = useStepWords(application, step);
  const actions = allowedActions(application, 'next');
  const other = isOwn ? application.organization : application;
  const isCallable = CAN_BE_CALLED.includes(application.stage);
  const phone = isCallable ? other?.phoneNumber : null;
  const email = isCallable ? other?.email : null;
  const canSearch = isOwn && isOver(step);
  const canAsk = isOwn && step.key === 'newLate';
  const hasPrimary = actions.length > 0;
  const buttons = [
    ...actions.map((action, at) => (
      <Button
        key={action.event}
        icon={action.icon}
        variant={at === 0 && action.event !== 'reopen' ? 'primary' : 'plain'}
        onClick={() => openDialog(application.id, action.event)}
      >
        {serverWords(t)(`action.${wordsOf(action)}`, namesOf(application))}
      </Button>
    )),
    phone ? (
      <ButtonLink key="call" icon="phone" variant={hasPrimary ? 'plain' : 'primary'} href={`tel:${phone}`}>
        {t('action.call', { number: formatPhone(phone) })}
      </ButtonLink>
    ) : null,
    email ? (
      <ButtonLink
        key="mail"
        icon="mail"
        variant={hasPrimary || phone ? 'plain' : 'primary'}
        href={`mailto:${email}`}
      >
        {t('action.mail')}
      </ButtonLink>
    ) : null,
    canAsk ? (
      <Button
        key="ask"
        icon="phone"
        variant={hasPrimary ? 'plain' : 'primary'}
        onClick={() => void askCentre(application, t)}
      >
        {t('action.askCentre')}
      </Button>
    ) : null,
    canSearch ? (
      <ButtonLink
        key="search"
        icon="search"
        variant={hasPrimary || phone ? 'plain' : 'primary'}
        href="/vacancies/search"
      >
        {t('action.search')}
      </ButtonLink>
    ) : null,
  ].filter((button) => button !== null);
  return (
    <NextStep
      kicker={t(`next.${step.side}.kicker`)}
      title={title}
      actions={buttons.length > 0 ? buttons : undefined}
    >
      <p>{text}</p>
    </NextStep>
  );
}

/** Nobody answers: the centre calls the organisation. */
async function askCentre({ id }: Application, t: TFunction<'applications'>): Promise<void> {
  try {
    await mutate(() => send(STAFF_CALLS.askCentre, { id }));
    await refresh(keyOf(pathOf('applications', id)));
    addToast({ title: t('done.askCentre.title'), message: t('done.askCentre.text'), color: 'success' });
  } catch {
    addToast({ title: t('done.failed.title'), message: t('done.failed.text'), color: 'danger' });
  }
}
