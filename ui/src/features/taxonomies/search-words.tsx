// Words that a centre adds to the ones its search knows: `a, b` find each other, `a > b` finds b as well.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../api/cache.ts';
import { keyOf, useResourceList } from '../../api/hooks.ts';
import { createResource, removeResource } from '../../api/requests.ts';
import { Button } from '../../components/actions/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Card } from '../../components/layout/card.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import '../../components/layout/line-list.css';

export function SearchWords() {
  const { t } = useTranslation('taxonomies');
  const { items, can } = useResourceList('search_synonyms', { page: { size: 100 } });
  const [round, setRound] = useState(0);

  async function handleAdd(value: FormValue) {
    await createResource('search_synonyms', { words: String(value.words ?? '').trim() });
    setRound((now) => now + 1);
    await refresh(keyOf('/search_synonyms'));
  }

  async function handleRemove(id: string) {
    try {
      await removeResource('search_synonyms', id);
      await refresh(keyOf('/search_synonyms'));
    } catch {
      addToast({ id: 'search-words', title: t('searchWords.failed'), color: 'danger' });
    }
  }

  return (
    <Card title={t('searchWords.title')} className="stack">
      <p className="soft">{t('searchWords.about')}</p>
      {items.length > 0 ? (
        <ul className="line-list">
          {items.map(({ id, words, can }) => (
            <li key={id}>
              <span>{words}</span>
              {can.includes('delete') ? (
                <Button
                  variant="quiet"
                  icon="trash"
                  aria-label={t('searchWords.removeOf', { words })}
                  onClick={() => void handleRemove(id)}
                >
                  {t('searchWords.remove')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {can.includes('create') ? (
        <Form
          key={round}
          of="search_synonyms"
          value={{ words: '' }}
          onSubmit={handleAdd}
          label={t('searchWords.title')}
        >
          <Field name="words" label={t('searchWords.words')} hint={t('searchWords.hint')} />
          <SubmitButton>{t('searchWords.add')}</SubmitButton>
        </Form>
      ) : null}
    </Card>
  );
}
