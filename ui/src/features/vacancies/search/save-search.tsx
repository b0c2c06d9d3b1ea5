// Saving what is searched for, under a name. Comes only for who is signed in.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { ApiError, addressOf } from '../../../api/client.ts';
import { keyOf } from '../../../api/hooks.ts';
import { queryOf } from '../../../api/params.ts';
import { createResource } from '../../../api/requests.ts';
import type { SavedSearch } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { Problem } from '../../../components/form/problems.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { impersonation } from '../../../lib/session/session.ts';
import { filterOf, type Search } from '../../../lib/vacancies/search-url.ts';

/** `filter[q]=taal&filter[tags_in]=once`, always in the same order. */
export function filtersOf(search: Search): string {
  const address = addressOf('/vacancies', queryOf<'vacancies'>({ filter: filterOf(search) }));
  return address.split('?')[1] ?? '';
}

/** The component, once its words are there. */
export async function loadSaveSearch() {
  await loadWords(['saved-searches']);
  return { default: SaveSearch };
}

function SaveSearch({ search }: { search: Search }) {
  const { t } = useTranslation('saved-searches');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  if (impersonation.value) return null;

  async function handleSubmit(value: FormValue): Promise<readonly Problem[]> {
    try {
      await createResource('saved_searches', {
        name: String(value.name ?? '').trim(),
        filters: filtersOf(search),
        mail: value.mail as SavedSearch['mail'],
      });
    } catch (error) {
      const [problem] = error instanceof ApiError ? error.problems : [];
      if (problem?.code === 'taken') return [{ detail: t('savedAlready') }];
      if (problem?.code === 'items') return [{ detail: t('tooMany') }];
      throw error;
    }
    close();
    void refresh(keyOf('/saved_searches'));
    addToast({
      title: t('saved'),
      color: 'success',
      action: { label: t('show'), onClick: () => navigateTo('/profiel/zoekopdrachten') },
    });
    return [];
  }

  const name = [search.q, search.near].filter((part) => part !== '').join(', ');
  return (
    <>
      <Button icon="plus" className="save-this-search" onClick={() => setIsOpen(true)}>
        {t('saveSearch')}
      </Button>
      <Dialog
        open={isOpen}
        title={t('saveSearch')}
        small
        onClose={close}
        wrap={(content) => (
          <Form
            of="saved_searches"
            value={{ name, mail: 'never' }}
            onSubmit={handleSubmit}
            label={t('saveSearch')}
          >
            {content}
          </Form>
        )}
        footer={<SubmitButton>{t('save')}</SubmitButton>}
      >
        <Field name="name" label={t('name')} hint={t('nameHint')} />
        <Field
          name="mail"
          kind="radio"
          label={t('mail')}
          hint={t('mailHint')}
          choices={(['at_once', 'daily', 'weekly', 'never'] as const).map((value) => ({
            value,
            label: t(`mailRate.${value}`),
          }))}
        />
      </Dialog>
    </>
  );
}
