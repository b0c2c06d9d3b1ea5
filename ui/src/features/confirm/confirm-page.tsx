// Where the links in our mails lead. It asks for a press: what looks through mail opens links too, and must not
// confirm anything.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Arch } from '../../components/category-tile.tsx';
import type { IconName } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import '../../css/confirm.css';
import { usePageHead } from '../../lib/head.ts';
import { SEARCH_PATH } from '../../lib/search-url.ts';
import {
  type ConfirmAnswer,
  type ConfirmKind,
  type ConfirmLink,
  type ConfirmResult,
  confirm,
  readLink,
} from './confirm.ts';

export default function ConfirmPage() {
  const { t } = useTranslation('confirm');
  const { search } = useLocation();
  const link = readLink(search);
  if (!link) {
    return (
      <Panel icon="link" title={t('missing_title')}>
        <p>{t('missing_text')}</p>
        <ButtonLink href="/">{t('home')}</ButtonLink>
      </Panel>
    );
  }
  return <Confirming key={link.token} link={link} />;
}

function Confirming({ link }: { link: ConfirmLink }) {
  const { t } = useTranslation('confirm');
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<ConfirmResult | null>(null);

  async function handleConfirm() {
    setIsBusy(true);
    setResult(await confirm(link));
    setIsBusy(false);
  }

  if (result && result.kind !== 'failed') return <Result kind={link.kind} result={result} />;
  return (
    <Panel icon={link.kind === 'account' ? 'mail' : 'send'} title={t(`${link.kind}.title`)}>
      <p>{t(`${link.kind}.text`)}</p>
      {result ? (
        <Notice tone="danger" live>
          {t('failed')}
        </Notice>
      ) : null}
      <Button variant="primary" large busy={isBusy} onClick={() => void handleConfirm()}>
        {t(`${link.kind}.button`)}
      </Button>
    </Panel>
  );
}

const ICON: Record<ConfirmAnswer['kind'], IconName> = {
  done: 'check',
  used: 'check',
  expired: 'clock',
  closed: 'lock',
  invalid: 'link',
};

/** Where one goes from here. */
function nextOf(kind: ConfirmKind, result: ConfirmAnswer['kind']): string {
  if (kind === 'application') return SEARCH_PATH;
  return result === 'expired' ? '/signup' : '/auth/login-1';
}

function Result({ kind, result }: { kind: ConfirmKind; result: ConfirmAnswer }) {
  const { t } = useTranslation('confirm');
  // An account has no vacancy that can close.
  const isInvalid = result.kind === 'invalid' || (kind === 'account' && result.kind === 'closed');
  if (isInvalid) {
    return (
      <Panel icon={ICON.invalid} title={t('invalid_title')} focus>
        <p>{t('invalid_text')}</p>
        <ButtonLink href="/">{t('home')}</ButtonLink>
      </Panel>
    );
  }
  const named = result.kind === 'done' && result.vacancy && result.organisation ? result : null;
  return (
    <Panel icon={ICON[result.kind]} title={t(`${kind}.${result.kind}_title`)} focus>
      <p>
        {named
          ? t('application.done_text_to', { vacancy: named.vacancy, organisation: named.organisation })
          : t(`${kind}.${result.kind}_text`)}
      </p>
      <ButtonLink variant="primary" large href={nextOf(kind, result.kind)}>
        {t(`${kind}.${result.kind}_action`)}
      </ButtonLink>
    </Panel>
  );
}

interface PanelProps {
  icon: IconName;
  title: string;
  /** It came in the place of another: the focus goes along. */
  focus?: boolean;
  children: ReactNode;
}

function Panel({ icon, title, focus, children }: PanelProps) {
  const head = useRef<HTMLHeadingElement>(null);
  usePageHead(title);
  useEffect(() => {
    if (focus) head.current?.focus();
  }, [focus]);
  return (
    <section className="card confirm-card stack">
      <Arch icon={icon} />
      <h1 ref={head} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}
