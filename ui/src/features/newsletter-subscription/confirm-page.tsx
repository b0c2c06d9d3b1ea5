// The link of the mail that asks whether somebody wants the newsletter. It asks for a press: what looks through mail
// opens links too, and must not confirm anything.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmNewsletter } from '../../api/newsletter-subscription-calls.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import { appName } from '../../lib/centre/centre.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { BrokenLinkPanel } from './broken-link.tsx';
import { linkProblemOf, tokenIn } from './link-problem.ts';

type Shown =
  | { kind: 'asking' | 'failed' | 'expired' | 'unknown' }
  | { kind: 'done'; preferences: string | null };

export default function ConfirmPage() {
  const token = tokenIn(useQuery());
  if (token === '') return <BrokenLinkPanel link="confirm" kind="missing" />;
  return <Confirming key={token} token={token} />;
}

function Confirming({ token }: { token: string }) {
  const { t } = useTranslation('newsletter-subscription');
  const [isBusy, setIsBusy] = useState(false);
  const [shown, setShown] = useState<Shown>({ kind: 'asking' });

  async function handleConfirm() {
    setIsBusy(true);
    try {
      setShown({ kind: 'done', preferences: await confirmNewsletter(token) });
    } catch (thrown) {
      setShown({ kind: linkProblemOf(thrown) });
    }
    setIsBusy(false);
  }

  if (shown.kind === 'expired' || shown.kind === 'unknown')
    return <BrokenLinkPanel link="confirm" kind={shown.kind} focus />;
  if (shown.kind === 'done')
    return (
      <QuestionPanel icon="check" title={t('confirm.doneTitle')} focus>
        <p>{t('confirm.doneText')}</p>
        {shown.preferences ? (
          <ButtonLink href={shown.preferences}>{t('confirm.preferences')}</ButtonLink>
        ) : null}
      </QuestionPanel>
    );
  return (
    <QuestionPanel icon="mail" title={t('confirm.title')}>
      <p>{t('confirm.text', { centre: appName.value })}</p>
      {shown.kind === 'failed' ? (
        <Notice tone="danger" live>
          {t('failed')}
        </Notice>
      ) : null}
      <Button variant="primary" large busy={isBusy} onClick={() => void handleConfirm()}>
        {t('confirm.button')}
      </Button>
    </QuestionPanel>
  );
}
