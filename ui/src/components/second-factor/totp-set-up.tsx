// An app that makes codes: scan the picture or type the key, then prove it with a code.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './second-factor.css';
import { Button } from '../actions/button.tsx';
import { CopyButton } from '../actions/share-buttons.tsx';
import { LoadProblem } from '../feedback/load-problem.tsx';
import { Field } from '../form/field.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import { asksPassword } from './asks-password.ts';
import { CodeForm } from './code-form.tsx';

export interface TotpShown {
  secret: string;
  otpauthUrl: string;
  qrSvg: string;
}

export interface TotpSetUpProps {
  begin: (currentPassword?: string) => Promise<TotpShown>;
  onCode: (code: string) => Promise<void>;
  onBack?: (() => void) | undefined;
}

export function TotpSetUp({ begin, onCode, onBack }: TotpSetUpProps) {
  const { t } = useTranslation('second-factor');
  const [shown, setShown] = useState<TotpShown | null>(null);
  const [problem, setProblem] = useState<'failed' | 'password' | null>(null);
  const [tries, setTries] = useState(0);
  const asked = useRef(-1);

  useEffect(() => {
    // A key is made once for each try, however often this is drawn.
    if (asked.current === tries) return;
    asked.current = tries;
    setProblem(null);
    begin().then(setShown, (thrown: unknown) => setProblem(asksPassword(thrown) ? 'password' : 'failed'));
  }, [begin, tries]);

  return (
    <div className="stack">
      {shown ? (
        <Steps shown={shown} onCode={onCode} />
      ) : problem === 'failed' ? (
        <LoadProblem onRetry={() => setTries(tries + 1)} />
      ) : problem === 'password' ? (
        <PasswordAgain onPassword={async (password) => setShown(await begin(password))} />
      ) : (
        <p role="status">{t('totp.making')}</p>
      )}
      {onBack ? (
        <Button variant="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      ) : null}
    </div>
  );
}

function Steps({ shown, onCode }: { shown: TotpShown; onCode: (code: string) => Promise<void> }) {
  const { t } = useTranslation('second-factor');
  return (
    <ol className="set-up-steps">
      <li>
        <h2>{t('totp.step1')}</h2>
        <p className="soft">{t('totp.step1Text')}</p>
      </li>
      <li>
        <h2>{t('totp.step2')}</h2>
        <p className="soft">{t('totp.step2Text')}</p>
        <div className="totp-key">
          <img className="qr" src={pictureOf(shown.qrSvg)} alt={t('totp.qr')} width="200" height="200" />
          <div className="stack">
            <p>{t('totp.byHand')}</p>
            <p>
              <code className="secret">{inFours(shown.secret)}</code>
            </p>
            <CopyButton text={shown.secret} label={t('totp.copy')} />
            <p>
              <a href={shown.otpauthUrl}>{t('totp.open')}</a>
            </p>
          </div>
        </div>
      </li>
      <li>
        <h2>{t('totp.step3')}</h2>
        <CodeForm onCode={onCode} submit={t('totp.submit')} />
      </li>
    </ol>
  );
}

function PasswordAgain({ onPassword }: { onPassword: (password: string) => Promise<void> }) {
  const { t } = useTranslation('second-factor');
  return (
    <Form onSubmit={(value) => onPassword(String(value.currentPassword ?? ''))}>
      <PasswordField />
      <SubmitButton large>{t('password.submit')}</SubmitButton>
    </Form>
  );
}

/** The password of now, once more. */
export function PasswordField() {
  const { t } = useTranslation('second-factor');
  return (
    <Field
      name="currentPassword"
      kind="password"
      label={t('password.label')}
      hint={t('password.hint')}
      rules={{ required: true }}
      autoComplete="current-password"
    />
  );
}

/** The page's policy lets a picture be data, and nothing inside a picture runs. */
const pictureOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Easier to type over. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;
