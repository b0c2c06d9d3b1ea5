// The secret of a key that was just made. Nobody sees it again.
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { CopyButton } from '../../../components/actions/share-buttons.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import '../../../components/form/form.css';

export function NewSecret({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  const { t } = useTranslation('api-keys');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => input.current?.focus(), []);

  return (
    <Card title={t('new.title', { name })} className="stack">
      <Notice tone="warning">{t('new.once')}</Notice>
      <div className="field">
        <label htmlFor={id}>{t('new.secret')}</label>
        <input
          ref={input}
          className="input"
          id={id}
          readOnly
          value={secret}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className="button-row">
        <CopyButton text={secret} label={t('new.copy')} />
        <Button variant="quiet" onClick={onDone}>
          {t('new.done')}
        </Button>
      </div>
    </Card>
  );
}
