// The second step, proved again: who looks into the data has just shown that it is them.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import { CodeForm } from '../../components/second-factor/code-form.tsx';
import '../../components/second-factor/second-factor.css';
import { hasPasskeys, isPasskeyCancelled } from '../../lib/session/passkey.ts';
import { proveCode, provePasskeyHere } from '../../lib/session/second-factor.ts';

interface SecondStepProps {
  isSetUp: boolean;
  methods: readonly string[];
  onProved: () => void;
}

export function SecondStep({ isSetUp, methods, onProved }: SecondStepProps) {
  const { t } = useTranslation('data-viewer');
  const [problem, setProblem] = useState<string | null>(null);
  if (!isSetUp)
    return (
      <EmptyState
        level={2}
        icon="shield"
        title={t('step.setUpTitle')}
        actions={<ButtonLink href="/account/settings">{t('step.setUp')}</ButtonLink>}
      >
        {t('step.setUpText')}
      </EmptyState>
    );

  async function handlePasskey() {
    setProblem(null);
    try {
      await provePasskeyHere();
      onProved();
    } catch (thrown) {
      if (!isPasskeyCancelled(thrown)) setProblem(t('step.failed'));
    }
  }

  return (
    <QuestionPanel icon="shield" title={t('step.title')}>
      <p>{t('step.text')}</p>
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
      {methods.includes('passkey') && hasPasskeys() ? (
        <Button large icon="key" onClick={() => void handlePasskey()}>
          {t('step.passkey')}
        </Button>
      ) : null}
      {methods.includes('totp') ? (
        <CodeForm
          submit={t('step.submit')}
          onCode={async (code) => {
            await proveCode(code);
            onProved();
          }}
        />
      ) : null}
    </QuestionPanel>
  );
}
