// Proof of what somebody did: what goes on it, how it looks, and making it. What is made of the same choice is made once.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiError, ApiError as Refusal } from '../../../api/client.ts';
import type { Proof } from '../../../api/hours-calls.ts';
import { isRefusedBy } from '../../../api/pool-calls.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { language } from '../../../lib/locale/language.ts';
import { readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { type Period, today, useTotalsLoaded } from '../hours.store.ts';
import { EarlierProofs } from './earlier-proofs.tsx';
import { Paper } from './paper.tsx';
import { downloadProof, makeProof, openProof, useAttended, usePreview, useProofs } from './proof.store.ts';
import { askedOf, type ProofChoice, writtenCode } from './proof-choice.ts';
import { ProofOptions } from './proof-options.tsx';
import './proof.css';

const DRAFT = 'hours/proof-tasks';
const TYPING_MS = 400;

export default function ProofPage() {
  const { t } = useTranslation(['hours-proof', 'hours', 'routes']);
  const attended = useAttended();
  const [chosen, setChosen] = useState<ProofChoice>(() => ({
    kind: 'volunteering',
    period: today().slice(0, 4),
    without: [],
    hasTasks: Boolean(readDraft<string>(DRAFT)),
    tasks: readDraft<string>(DRAFT) ?? '',
    registrationId: '',
  }));
  const choice = { ...chosen, registrationId: chosen.registrationId || (attended[0]?.id ?? '') };
  const loaded = useTotalsLoaded(choice.period as Period, 'work');
  const totals = loaded.data?.meta ?? null;
  const work = (totals?.groups ?? []).filter(({ confirmedHours }) => confirmedHours > 0);
  const asked = askedOf(choice, work, language.value);
  const shownOf = useLater(JSON.stringify(asked));
  const preview = usePreview(JSON.parse(shownOf) as typeof asked);
  const { items: proofs } = useProofs();
  const [isBusy, setIsBusy] = useState<'download' | 'print' | null>(null);
  const [made, setMade] = useState<{ of: string; proof: Proof } | null>(null);
  const keys = useRef(new Map<string, string>());
  const content = preview.data;
  const isNone = content === undefined && hasNoHours(preview.error);
  const isNothing = totals !== null && asked === null && work.length === 0;
  const shownMade = made?.of === JSON.stringify(asked) ? made.proof : null;
  // Withdrawn since: the next press makes another one.
  const current = proofs.some(({ id, withdrawnAt }) => id === shownMade?.id && withdrawnAt)
    ? null
    : shownMade;

  async function handleMake(how: 'download' | 'print') {
    if (asked === null) return;
    // A browser opens a tab only in answer to a press.
    const tab = how === 'print' ? window.open('', '_blank') : null;
    setIsBusy(how);
    try {
      const of = JSON.stringify(asked);
      const key = keys.current.get(of) ?? crypto.randomUUID();
      keys.current.set(of, key);
      const proof = current ?? (await makeProof(asked, key));
      if (current === null) keys.current.delete(of);
      setMade({ of, proof });
      if (how === 'print') await openProof(proof.id, tab);
      else await downloadProof(proof.id);
      addToast({ title: t('made', { code: writtenCode(proof.code) }), color: 'success' });
    } catch (cause) {
      tab?.close();
      showError(cause);
    } finally {
      setIsBusy(null);
    }
  }

  const isReady = asked !== null && content !== undefined;
  return (
    <div className="proof-page">
      <Breadcrumb
        crumbs={[
          { label: t('routes:ownHours.title'), href: '/uren' },
          { label: t('routes:hoursProof.title') },
        ]}
      />
      <PageTitle
        title={t(`title.${choice.kind}`)}
        description={t('lead')}
        actions={
          isReady ? (
            <div className="button-row">
              <Button
                variant="primary"
                icon="download"
                busy={isBusy === 'download'}
                onClick={() => void handleMake('download')}
              >
                {t('download')}
              </Button>
              <Button icon="print" busy={isBusy === 'print'} onClick={() => void handleMake('print')}>
                {t('print')}
              </Button>
            </div>
          ) : undefined
        }
      />
      <div className="paper-layout">
        <div className="paper-side">
          <ProofOptions
            choice={choice}
            work={work}
            attended={attended}
            onChange={(part) => {
              if (part.tasks !== undefined) saveDraft(DRAFT, part.tasks);
              setChosen((now) => ({ ...now, ...part }));
            }}
          />
        </div>
        <div className="paper-main">
          {current ? (
            <Notice tone="success" live>
              {t('madeText', { code: writtenCode(current.code) })}
            </Notice>
          ) : null}
          {isNothing || isNone ? (
            <EmptyState
              level={2}
              icon="clock"
              title={t('none.title')}
              actions={<ButtonLink href="/uren">{t('none.action')}</ButtonLink>}
            >
              {t('none.text')}
            </EmptyState>
          ) : asked === null ? (
            loaded.status === 'error' ? (
              <LoadProblem onRetry={() => void loaded.refresh()} />
            ) : totals === null ? (
              <RowSkeletons count={6} />
            ) : (
              <Notice>{t('nothingChosen')}</Notice>
            )
          ) : content ? (
            <div className="paper-stage">
              <Paper kind={choice.kind} content={content} code={current?.code ?? null} />
            </div>
          ) : preview.status === 'error' ? (
            <LoadProblem onRetry={() => void preview.refresh()} />
          ) : (
            <RowSkeletons count={6} />
          )}
          <EarlierProofs proofs={proofs} />
        </div>
      </div>
    </div>
  );
}

const hasNoHours = (error: ApiError | null): boolean =>
  error instanceof Refusal && isRefusedBy(error, 'no_confirmed_hours');

/** A value a moment later, so that not each letter that is typed is asked. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
