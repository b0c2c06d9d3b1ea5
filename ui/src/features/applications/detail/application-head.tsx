// Who, for which vacancy, and the buttons that do not compete with the next step.

import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { Sentence } from '../../../components/content/sentence.tsx';
import { isStopped } from '../../../lib/checks/checks.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { LIST_PATH } from '../list/list-url.ts';
import { allowedActions, wordsOf } from './actions.ts';
import type { SideProps } from './application-page.tsx';
import { LETTER_PARAM, needsLetter } from './letter.ts';
import { openDialog } from './use-dialog.ts';
import { namesOf } from './use-step-words.ts';

export function ApplicationHead({ application, isOwn }: SideProps) {
  const { t } = useTranslation(['applications', 'checks']);
  const { id, vacancyId, vacancyTitle, organizationName, name } = application;
  const names = namesOf(application);
  const actions = allowedActions(application, 'head');
  const hasLetter = !isOwn && needsLetter(application);
  const vacancyHref = `/vacancies/${vacancyId}`;
  return (
    <header className="application-head">
      <Avatar name={isOwn ? organizationName : name} large />
      <div className="who">
        <h1>{isOwn ? vacancyTitle : name || t('list.nameless')}</h1>
        {isOwn ? (
          <p className="soft">
            {t('head.own', { organization: organizationName })}{' '}
            <AppLink href={vacancyHref}>{t('list.menu.vacancy')}</AppLink>
          </p>
        ) : (
          <p className="soft">
            <Sentence sentence={(vacancy) => t('head.work', { vacancy, organization: organizationName })}>
              <AppLink href={vacancyHref}>{vacancyTitle}</AppLink>
            </Sentence>
          </p>
        )}
      </div>
      {actions.length > 0 || hasLetter ? (
        <ButtonRow>
          {hasLetter ? (
            <ButtonLink icon="print" href={`${LIST_PATH}/${id}?${LETTER_PARAM}=1`}>
              {t('action.letter')}
            </ButtonLink>
          ) : null}
          {actions.map((action) => (
            <Button
              key={action.event}
              icon={action.icon}
              off={isStopped(application, action.event)}
              title={isStopped(application, action.event) ? t('checks:gate.then') : undefined}
              onClick={() => openDialog(id, action.event)}
            >
              {serverWords(t)(`action.${wordsOf(action)}`, names)}
            </Button>
          ))}
        </ButtonRow>
      ) : null}
    </header>
  );
}
