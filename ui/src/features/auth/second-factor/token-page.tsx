// The second step of signing in: proving it, and setting it up for who must have one or wants one.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { QuestionPanel } from '../../../components/layout/question-panel.tsx';
import { SecondFactorSetUp } from '../../../components/second-factor/set-up.tsx';
import { appName } from '../../../lib/centre/centre.ts';
import { deviceName, hasPasskeys } from '../../../lib/session/passkey.ts';
import {
  addPasskey,
  beginTotp,
  finishSecondStep,
  loadSecondFactor,
  proveCode,
} from '../../../lib/session/second-factor.ts';
import { credentials, secondStep, sessionStatus } from '../../../lib/session/session.ts';
import { goOn } from '../next.ts';
import { ProveSecondStep } from './prove-second-step.tsx';

type Shown = 'loading' | 'set-up' | 'done' | 'already';

export default function TokenPage() {
  const { t } = useTranslation('second-factor');
  // What was asked when the screen opened: setting it up must not take the screen away.
  const [asked] = useState(() => (sessionStatus.peek() === 'half' ? secondStep.peek() : null));
  const [shown, setShown] = useState<Shown>(asked ? 'set-up' : 'loading');

  useEffect(() => {
    // Who comes here by choice may have one already. Not knowing is no reason to keep them from setting it up.
    if (asked) return;
    loadSecondFactor().then(
      (now) => setShown(now?.isSetUp ? 'already' : 'set-up'),
      () => setShown('set-up'),
    );
  }, [asked]);

  async function handleProved() {
    await finishSecondStep();
    goOn();
  }

  if (shown === 'loading') return <p role="status">{t('loading')}</p>;
  if (shown === 'set-up') {
    return asked?.isSetUp ? (
      <ProveSecondStep methods={asked.methods} onProved={handleProved} />
    ) : (
      <SetUp isRequired={asked !== null} onDone={() => setShown('done')} />
    );
  }
  return (
    <QuestionPanel icon="check" title={t('setUp.done')} focus={shown === 'done'}>
      <p>{t(shown === 'already' ? 'setUp.already' : 'setUp.doneText')}</p>
      <Button variant="primary" large onClick={() => void handleProved()}>
        {t('setUp.goOn')}
      </Button>
    </QuestionPanel>
  );
}

function SetUp({ isRequired, onDone }: { isRequired: boolean; onDone: () => void }) {
  const { t } = useTranslation('second-factor');
  return (
    <QuestionPanel icon="shield" title={t('setUp.title')}>
      <p>{t(isRequired ? 'setUp.required' : 'setUp.optional')}</p>
      <SecondFactorSetUp
        beginTotp={beginTotp}
        proveCode={proveCode}
        addPasskey={hasPasskeys() ? addPasskey : undefined}
        of={`${appName.value}, ${credentials.value?.uid ?? ''}`}
        device={deviceName()}
        onDone={onDone}
      />
      {isRequired ? (
        <p>
          <AppLink href="/uitloggen">{t('step.signOut')}</AppLink>
        </p>
      ) : null}
    </QuestionPanel>
  );
}
