// Setting up the second step: an app with codes or a passkey, then the codes for when the phone is gone. Screens give it
// the calls it makes, so that sign-in and somebody's own account can both use it.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './second-factor.css';
import { Button } from '../actions/button.tsx';
import { Icon, type IconName } from '../media/icon.tsx';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetUp, type TotpShown } from './totp-set-up.tsx';

export interface SecondFactorCalls {
  /** Throws a problem at `currentPassword` when the password has to be given again, as addPasskey does. */
  beginTotp: (currentPassword?: string) => Promise<TotpShown>;
  /** Gives codes for recovery when this was the first thing set up. */
  proveCode: (code: string) => Promise<readonly string[]>;
  /** Left out where this browser has no passkeys. */
  addPasskey?: ((name: string, currentPassword?: string) => Promise<readonly string[]>) | undefined;
  /** Whose codes these are, on paper. */
  of: string;
  /** What this device is called, as a first proposal. */
  device: string;
}

type Way = 'totp' | 'passkey';

export interface SecondFactorSetUpProps extends SecondFactorCalls {
  /** Only this way, such as a passkey beside the app that is there already. */
  only?: Way;
  onDone: (way: Way) => void;
  /** The way back out of here, where there is one. */
  onCancel?: () => void;
}

export function SecondFactorSetUp({ only, onDone, onCancel, ...calls }: SecondFactorSetUpProps) {
  const [way, setWay] = useState<Way | null>(only ?? (calls.addPasskey ? null : 'totp'));
  const [codes, setCodes] = useState<readonly string[]>([]);
  const stage = useRef<HTMLDivElement>(null);
  const mayChoose = !only && calls.addPasskey !== undefined;
  const back = mayChoose ? () => choose(null) : onCancel;

  /** The pressed button is removed from the page: the focus moves to the content that replaces it. */
  function choose(next: Way | null) {
    setWay(next);
    stage.current?.focus();
  }

  function handleProved(by: Way, given: readonly string[]) {
    if (given.length > 0) setCodes(given);
    else onDone(by);
  }

  function content() {
    if (codes.length > 0)
      return <RecoveryCodes codes={codes} of={calls.of} onDone={() => onDone(way ?? 'totp')} />;
    if (way === 'totp') {
      return (
        <TotpSetUp
          begin={calls.beginTotp}
          onCode={async (code) => handleProved('totp', await calls.proveCode(code))}
          onBack={back}
        />
      );
    }
    const { addPasskey } = calls;
    if (way === null || !addPasskey) return <Ways onChoose={choose} onCancel={onCancel} />;
    return (
      <PasskeySetUp
        device={calls.device}
        onName={async (name, password) => handleProved('passkey', await addPasskey(name, password))}
        onBack={back}
      />
    );
  }

  return (
    <div ref={stage} tabIndex={-1} className="set-up-stage">
      {content()}
    </div>
  );
}

const WAYS: readonly { way: Way; icon: IconName }[] = [
  { way: 'totp', icon: 'phone' },
  { way: 'passkey', icon: 'key' },
];

function Ways({ onChoose, onCancel }: { onChoose: (way: Way) => void; onCancel: (() => void) | undefined }) {
  const { t } = useTranslation('second-factor');
  return (
    <div className="stack">
      <p>{t('way.choose')}</p>
      <ul className="way-list">
        {WAYS.map(({ way, icon }) => (
          <li key={way}>
            <button type="button" className="way" onClick={() => onChoose(way)}>
              <Icon name={icon} />
              <span>
                <strong>{t(`way.${way}`)}</strong>
                <span className="hint">{t(`way.${way}Hint`)}</span>
              </span>
              <Icon name="arrow" />
            </button>
          </li>
        ))}
      </ul>
      {onCancel ? (
        <Button variant="quiet" onClick={onCancel}>
          {t('back')}
        </Button>
      ) : null}
    </div>
  );
}
