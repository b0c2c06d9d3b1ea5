// The second step of signing in: proving it, and setting it up for who must have one or wants one.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { QuestionPanel } from '../../components/question-panel.tsx';
import { SecondFactorSetUp } from '../../components/second-factor/set-up.tsx';
import { appName } from '../../lib/centre.ts';
import { deviceName, hasPasskeys } from '../../lib/passkey.ts';
import {
  addPasskey,
  beginTotp,
  finishSecondStep,
  loadSecondFactor,
  proveCode,
  provePasskeyHere,
} from '../../lib/second-factor.ts';
import { credentials, secondStep, sessionStatus } from '../../lib/session.ts';
import { goOn } from './next.ts';
import { ProveSecondStep } from './prove-second-step.tsx';

type Done = 'set-up' | 'already';

export default function TokenPage() {
  const { t } = useTranslation('second-factor');
  const [done, setDone] = useState<Done | null>(null);
  // What was asked when the screen opened: setting it up must not take the screen away.
  const [asked] = useState(() => (sessionStatus.peek() === 'half' ? secondStep.peek() : null));

  async function handleProved() {
    await finishSecondStep();
    goOn();
  }

  if (done) {
    return (
      <QuestionPanel icon="check" title={t('setUp.done')} focus>
        <p>{t(done === 'already' ? 'setUp.already' : 'setUp.doneText')}</p>
        <Button variant="primary" large onClick={() => void handleProved()}>
          {t('setUp.goOn')}
        </Button>
      </QuestionPanel>
    );
  }
  if (asked?.isSetUp) return <ProveSecondStep methods={asked.methods} onProved={handleProved} />;
  return (
    <SetUp
      isRequired={asked !== null}
      onDone={() => setDone('set-up')}
      onAlready={() => setDone('already')}
    />
  );
}

interface SetUpProps {
  isRequired: boolean;
  onDone: () => void;
  onAlready: () => void;
}

function SetUp({ isRequired, onDone, onAlready }: SetUpProps) {
  const { t } = useTranslation('second-factor');
  const [problem, setProblem] = useState<string | null>(null);

  /** A passkey that was made has not been used yet: a session that is still half is made whole with it. */
  async function handleDone(way: 'totp' | 'passkey') {
    const now = await loadSecondFactor().catch(() => null);
    if (way === 'passkey' && now && !now.isVerified) {
      try {
        await provePasskeyHere();
      } catch {
        setProblem(t('step.passkeyCancelled'));
        return;
      }
    }
    onDone();
  }

  /** Whoever has one already does not get another by coming back here. */
  async function begin() {
    const now = isRequired ? null : await loadSecondFactor().catch(() => null);
    if (now?.totp) onAlready();
    return beginTotp();
  }

  return (
    <QuestionPanel icon="shield" title={t('setUp.title')}>
      <p>{t(isRequired ? 'setUp.required' : 'setUp.optional')}</p>
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
      <SecondFactorSetUp
        beginTotp={begin}
        proveCode={proveCode}
        addPasskey={hasPasskeys() ? addPasskey : undefined}
        of={`${appName.value}, ${credentials.value?.uid ?? ''}`}
        device={deviceName()}
        onDone={(way) => void handleDone(way)}
      />
    </QuestionPanel>
  );
}
