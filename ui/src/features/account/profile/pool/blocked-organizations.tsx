// The organisations that do not see this person. Takes effect at once, apart from the form around it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/actions/button.tsx';
import { SuggestField } from '../../../../components/form/controls/suggest-field.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { block, suggestOrganizations, unblock, useBlocks } from './own-profile.store.ts';

export function BlockedOrganizations() {
  const { t } = useTranslation('account', { keyPrefix: 'own' });
  const { blocks } = useBlocks();
  const [isAdding, setIsAdding] = useState(false);
  const [typed, setTyped] = useState('');

  async function change(step: () => Promise<void>, title: string) {
    try {
      await step();
      addToast({ title, color: 'success' });
    } catch {
      addToast({ title: t('banner.failed'), color: 'danger' });
    }
  }

  function handleTake(id: string, name: string) {
    setIsAdding(false);
    setTyped('');
    void change(() => block(id), t('blocks.added', { name }));
  }

  return (
    <div className="field">
      <h3 className="field-label" id="blocks-title">
        {t('blocks.title')}
      </h3>
      {blocks.length === 0 ? <p className="hint">{t('blocks.none')}</p> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame */}
      <div className="chip-row" role="group" aria-labelledby="blocks-title">
        {blocks.map(({ organizationId, organizationName: name }) => (
          <button
            key={organizationId}
            type="button"
            className="chip is-active"
            aria-label={t('blocks.allow', { name })}
            onClick={() => void change(() => unblock(organizationId), t('blocks.removed', { name }))}
          >
            {name}
            <Icon name="close" />
          </button>
        ))}
        {isAdding ? null : (
          <Button small icon="plus" onClick={() => setIsAdding(true)}>
            {t('blocks.add')}
          </Button>
        )}
      </div>
      {isAdding ? (
        <SuggestField
          name="blocked"
          label={t('blocks.search')}
          hint={t('blocks.hint')}
          value={typed}
          onChange={setTyped}
          onTake={handleTake}
          suggest={suggestOrganizations}
          countLabel={(count) => t('blocks.count', { count })}
          icon="building"
        />
      ) : null}
    </div>
  );
}
