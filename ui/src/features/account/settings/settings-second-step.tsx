// The second step of signing in: what is set up, adding to it, taking it away, new codes for recovery.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactor } from '../../../api/calls.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx';
import { SecondFactorSetUp } from '../../../components/second-factor/set-up.tsx';
import { appName } from '../../../lib/centre/centre.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { deviceName, hasPasskeys } from '../../../lib/session/passkey.ts';
import {
  addPasskey,
  beginTotp,
  loadSecondFactor,
  proveCode,
  removePasskey,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../lib/session/second-factor.ts';
import { credentials } from '../../../lib/session/session.ts';
import { type Asked, PasswordDialog } from '../password-dialog.tsx';
import '../../../components/layout/line-list.css';

type Doing =
  | { kind: 'none' }
  | { kind: 'set-up'; only?: 'totp' | 'passkey' }
  | { kind: 'codes'; codes: readonly string[] };

export function SettingsSecondStep() {
  const { t } = useTranslation('account-settings');
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [doing, setDoing] = useState<Doing>({ kind: 'none' });

  async function load() {
    setHasFailed(false);
    try {
      setFactor(await loadSecondFactor());
    } catch {
      setHasFailed(true);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes on the screen
  useEffect(() => {
    void load();
  }, []);

  async function handleDone() {
    setDoing({ kind: 'none' });
    addToast({ title: t('second.kept'), color: 'success' });
    await load();
  }

  const of = `${appName.value}, ${credentials.value?.uid ?? ''}`;
  return (
    <Card title={t('second.title')} className="stack second-step">
      {hasFailed ? (
        <LoadProblem onRetry={() => void load()} />
      ) : !factor ? (
        <RowSkeletons count={2} />
      ) : doing.kind === 'codes' ? (
        <RecoveryCodes codes={doing.codes} of={of} onDone={() => void handleDone()} />
      ) : doing.kind === 'set-up' ? (
        <SecondFactorSetUp
          {...(doing.only ? { only: doing.only } : {})}
          beginTotp={beginTotp}
          proveCode={proveCode}
          addPasskey={hasPasskeys() ? addPasskey : undefined}
          of={of}
          device={deviceName()}
          onDone={() => void handleDone()}
          onCancel={() => setDoing({ kind: 'none' })}
        />
      ) : factor.isSetUp ? (
        <SetUp factor={factor} onDo={setDoing} onChanged={() => void load()} />
      ) : (
        <>
          <p>{t('second.text')}</p>
          <Button icon="shield" onClick={() => setDoing({ kind: 'set-up' })}>
            {t('second.setUp')}
          </Button>
        </>
      )}
    </Card>
  );
}

interface SetUpProps {
  factor: SecondFactor;
  onDo: (doing: Doing) => void;
  onChanged: () => void;
}

function SetUp({ factor, onDo, onChanged }: SetUpProps) {
  const { t } = useTranslation('account-settings');
  const [asked, setAsked] = useState<Asked | null>(null);

  function handleTakeAway(name: string, call: (password: string) => Promise<void>) {
    setAsked({
      title: t('second.removeTitle', { name }),
      text: t('second.removeText'),
      submit: t('second.removeSubmit'),
      async onPassword(password) {
        await call(password);
        addToast({ title: t('second.removed', { name }), color: 'success' });
        onChanged();
      },
    });
  }

  function handleNewCodes() {
    setAsked({
      title: t('second.codesTitle'),
      text: t('second.codesText'),
      submit: t('second.codesSubmit'),
      async onPassword(password) {
        onDo({ kind: 'codes', codes: await renewRecoveryCodes(password) });
      },
    });
  }

  return (
    <>
      <p>
        <StatusBadge tone="success" icon="shield">
          {t('second.on')}
        </StatusBadge>
      </p>
      {factor.required ? <p className="soft">{t('second.required')}</p> : null}
      <ul className="line-list">
        {factor.totp ? (
          <li>
            <div>
              <b>{t('second.app')}</b>
            </div>
            <Button
              variant="quiet"
              onClick={() => handleTakeAway(t('second.app'), removeSecondFactor)}
              aria-label={t('second.removeTitle', { name: t('second.app') })}
            >
              {t('second.remove')}
            </Button>
          </li>
        ) : null}
        {factor.passkeys.map(({ id, name, createdAt }) => (
          <li key={id}>
            <div>
              <b>{t('second.passkey', { name })}</b>
              <p className="soft small">{t('second.since', { date: formatDate(createdAt) })}</p>
            </div>
            <Button
              variant="quiet"
              onClick={() => handleTakeAway(name, (password) => removePasskey(id, password))}
              aria-label={t('second.removeTitle', { name })}
            >
              {t('second.remove')}
            </Button>
          </li>
        ))}
        <li>
          <div>
            <b>{t('second.codes')}</b>
            <p className="soft small">{t('second.codesLeft', { count: factor.recoveryCodesLeft })}</p>
          </div>
          <Button variant="quiet" onClick={handleNewCodes}>
            {t('second.newCodes')}
          </Button>
        </li>
      </ul>
      <ButtonRow>
        {factor.totp ? null : (
          <Button icon="phone" onClick={() => onDo({ kind: 'set-up', only: 'totp' })}>
            {t('second.addApp')}
          </Button>
        )}
        {hasPasskeys() ? (
          <Button icon="key" onClick={() => onDo({ kind: 'set-up', only: 'passkey' })}>
            {t('second.addPasskey')}
          </Button>
        ) : null}
      </ButtonRow>
      {asked ? <PasswordDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
