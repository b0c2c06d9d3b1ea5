// The largest thing on the page: what to do now, or what will happen.

import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
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
