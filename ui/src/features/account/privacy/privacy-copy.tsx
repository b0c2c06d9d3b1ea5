// A copy of everything that is known of me: made while I wait, or fetched later on another device.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_CALLS } from '../../../api/account-calls.ts';
import { ApiError } from '../../../api/client.ts';
import { type Download, fetchFile } from '../../../api/download.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { formatNumber } from '../../../lib/locale/time.ts';
import { mailCopy } from '../own-account.ts';

type State =
  | { kind: 'idle' | 'making' | 'mailing' }
  | { kind: 'done'; copy: Download }
  | { kind: 'mailed'; to: string }
  | { kind: 'failed'; isTooOften: boolean };

export function PrivacyCopy() {
  const { t } = useTranslation('account-privacy');
  const [state, setState] = useState<State>({ kind: 'idle' });

  const fail = (thrown: unknown) =>
    setState({ kind: 'failed', isTooOften: thrown instanceof ApiError && thrown.statusCode === 429 });

  async function handleDownload() {
    setState({ kind: 'making' });
    try {
      const copy = await fetchFile(ACCOUNT_CALLS.downloadCopy);
      offer(copy);
      setState({ kind: 'done', copy });
    } catch (thrown) {
      fail(thrown);
    }
  }

  async function handleMail() {
    setState({ kind: 'mailing' });
    try {
      setState({ kind: 'mailed', to: await mailCopy() });
    } catch (thrown) {
      fail(thrown);
    }
  }

  return (
    <Card title={t('copy.title')} className="stack">
      <p>{t('copy.text')}</p>
      <CheckList lines={[t('copy.holds1'), t('copy.holds2'), t('copy.holds3')]} />
      <ButtonRow>
        <Button
          variant="primary"
          icon="download"
          busy={state.kind === 'making'}
          onClick={() => void handleDownload()}
        >
          {t('copy.download')}
        </Button>
        <Button variant="quiet" icon="mail" busy={state.kind === 'mailing'} onClick={() => void handleMail()}>
          {t('copy.mail')}
        </Button>
      </ButtonRow>
      <Outcome state={state} />
    </Card>
  );
}

function Outcome({ state }: { state: State }) {
  const { t } = useTranslation('account-privacy');
  if (state.kind === 'making') return <p role="status">{t('copy.making')}</p>;
  if (state.kind === 'done') {
    const { copy } = state;
    return (
      <Notice tone="success" live>
        <p>
          <strong>{t('copy.done', { file: copy.fileName, size: kilobytes(copy.content.size) })}</strong>
        </p>
        <p>{t('copy.doneText')}</p>
      </Notice>
    );
  }
  if (state.kind === 'mailed') {
    return (
      <Notice tone="success" live>
        {t('copy.mailed', { email: state.to })}
      </Notice>
    );
  }
  if (state.kind === 'failed') {
    return (
      <Notice tone="danger" live>
        {t(state.isTooOften ? 'copy.tooOften' : 'copy.failed')}
      </Notice>
    );
  }
  return null;
}

/** Gives it to the browser, which keeps it under this name. */
function offer({ fileName, content }: Download): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const kilobytes = (bytes: number): string => `${formatNumber(Math.max(1, Math.round(bytes / 1000)))} kB`;
