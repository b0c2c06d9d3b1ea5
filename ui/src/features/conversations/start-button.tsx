// Beginning a conversation from the screen itself: with whom is asked first, then the message.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { SuggestedChoice } from '../../components/form/controls/suggested-choice.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { PATH } from './list-url.ts';
import { findsPeople, suggestRecipients } from './recipients.ts';

export function StartButton() {
  const { t } = useTranslation('conversations');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="message" onClick={() => setIsOpen(true)}>
        {t('start.title')}
      </Button>
      {isOpen ? <RecipientDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function RecipientDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('conversations');
  const notes = {
    organization: t('side.organization'),
    person: t('start.person'),
    mentor: t('side.mentor'),
  };

  function handleSubmit(value: FormValue) {
    onClose();
    navigateTo(`${PATH}?to=${String(value.who)}`);
  }

  return (
    <Dialog
      open
      title={t('start.title')}
      onClose={onClose}
      wrap={(content) => (
        <Form label={t('start.title')} value={{ who: '' }} onSubmit={handleSubmit}>
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('start.cancel')}
          </Button>
          <SubmitButton>{t('start.next')}</SubmitButton>
        </>
      }
    >
      <SuggestedChoice
        name="who"
        label={t('start.who')}
        hint={t(findsPeople() ? 'start.whoHintTeam' : 'start.whoHint')}
        icon="search"
        none={t('start.whoNone')}
        suggest={(typed, signal) => suggestRecipients(typed, signal, notes)}
        countLabel={(count) => t('start.found', { count })}
      />
    </Dialog>
  );
}
