// Whoever has a second step proves it: a passkey, a code of the app, or one of the codes kept for when both are gone.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QuestionPanel } from '../../../components/layout/question-panel.tsx';
import { CodeForm, RecoveryForm } from '../../../components/second-factor/code-form.tsx';
import '../../../components/second-factor/second-factor.css';
import { Breakable } from '../../../components/content/breakable.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { hasPasskeys, isPasskeyCancelled } from '../../../lib/session/passkey.ts';
import { proveCode, provePasskeyHere, proveRecoveryCode } from '../../../lib/session/second-factor.ts';

interface ProveSecondStepProps {
  methods: readonly string[];
  onProved: () => Promise<void>;
}

export function ProveSecondStep({ methods, onProved }: ProveSecondStepProps) {
  const { t } = useTranslation('second-factor');
  const mail = centre.value?.email;
  const hasPasskey = methods.includes('passkey') && hasPasskeys();
  const hasCode = methods.includes('totp');
  const [isRecovering, setIsRecovering] = useState(!hasPasskey && !hasCode);

  return (
    <QuestionPanel icon="shield" title={t('step.title')}>
      <p>{t('step.lead')}</p>
      {isRecovering ? (
        <>
          <RecoveryForm
            onCode={async (code) => {
              await proveRecoveryCode(code);
              await onProved();
            }}
          />
          <p className="soft">
            {t('step.help')}{' '}
            {mail ? (
              <a href={`mailto:${mail}`}>
                <Breakable>{mail}</Breakable>
              </a>
            ) : null}
          </p>
        </>
      ) : (
        <>
          {hasPasskey ? <PasskeyButton isOnly={!hasCode} onProved={onProved} /> : null}
          {hasPasskey && hasCode ? <p className="or-line">{t('step.or')}</p> : null}
          {hasCode ? (
            <CodeForm
              submit={t('step.submit')}
              onCode={async (code) => {
                await proveCode(code);
                await onProved();
              }}
            />
          ) : null}
        </>
      )}
      <div className="second-ways">
        {hasPasskey || hasCode ? (
          <Button variant="quiet" onClick={() => setIsRecovering(!isRecovering)}>
            {t(isRecovering ? 'step.useCode' : 'step.useRecovery')}
          </Button>
        ) : null}
        <AppLink className="button is-quiet" href="/uitloggen">
          {t('step.signOut')}
        </AppLink>
      </div>
    </QuestionPanel>
  );
}

function PasskeyButton({ isOnly, onProved }: { isOnly: boolean; onProved: () => Promise<void> }) {
  const { t } = useTranslation('second-factor');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function handlePress() {
    setProblem(null);
    setIsBusy(true);
    try {
      await provePasskeyHere();
      await onProved();
    } catch (thrown) {
      setProblem(t(isPasskeyCancelled(thrown) ? 'step.passkeyCancelled' : 'step.failed'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="stack">
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
      <Button
        variant={isOnly ? 'primary' : 'plain'}
        large
        icon="key"
        busy={isBusy}
        onClick={() => void handlePress()}
      >
        {t('step.passkey')}
      </Button>
      <p className="hint">{t('step.passkeyText')}</p>
    </div>
  );
}
