// One row beside the list: where it stands in it, what there is to know, and what can be decided.

import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, undo } from '../../lib/decisions/pending-decisions.ts';
import { Button, ButtonLink } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { Key } from '../content/key.tsx';
import type { AnyDecision } from './decisions.ts';

interface WorkPanelProps<Row> {
  row: Row;
  label: string;
  href: string;
  /** From one; null when it is not on this page of the list. */
  place: { at: number; total: number } | null;
  decisions: readonly AnyDecision<Row>[];
  waiting: Decision | undefined;
  /** It covers the list: the focus moves to it. */
  isAlone: boolean;
  onMove: (by: number) => void;
  onDecide: (decision: AnyDecision<Row>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** One button is the first; what takes something away is quiet. */
function variantOf<Row>(decision: AnyDecision<Row>, all: readonly AnyDecision<Row>[]) {
  if (decision.variant === 'danger') return 'quiet';
  const first = all.find(({ variant }) => variant === 'primary');
  return decision.variant === 'primary' && decision !== first ? 'plain' : decision.variant;
}

export function WorkPanel<Row>(props: WorkPanelProps<Row>) {
  const { label, href, place, decisions, waiting, isAlone, onMove, onDecide, onClose, children } = props;
  const { t } = useTranslation('work-list');
  const body = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another row
  useEffect(() => {
    if (isAlone) {
      body.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    if (body.current) body.current.scrollTop = 0;
  }, [label, isAlone]);
  return (
    <section className="work-panel" aria-label={t('panel.label', { name: label })}>
      <div className="panel-strip">
        {isAlone ? (
          <Button variant="quiet" icon="left" onClick={onClose}>
            {t('panel.list')}
          </Button>
        ) : null}
        {place ? <span>{t('panel.place', { at: place.at, total: place.total })}</span> : null}
        <span className="push">
          <Button variant="quiet" onClick={() => onMove(-1)} off={place?.at === 1}>
            {t('panel.previous')} <Key>K</Key>
          </Button>
          <Button variant="quiet" onClick={() => onMove(1)} off={place !== null && place.at === place.total}>
            {t('panel.next')} <Key>J</Key>
          </Button>
          <ButtonLink variant="quiet" href={href}>
            {t('panel.open')} <Key>O</Key>
          </ButtonLink>
          {isAlone ? null : (
            <Button variant="quiet" icon="close" onClick={onClose}>
              <span className="visually-hidden">{t('panel.close')}</span>
            </Button>
          )}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys */}
      <section ref={body} className="panel-body" tabIndex={0} aria-label={label}>
        {children}
      </section>
      {waiting ? (
        <div className="decision-bar is-waiting">
          <p role="status">{waiting.title}</p>
          <Button icon="undo" onClick={() => undo(waiting.key)}>
            {t('undo.action')} <Key>Z</Key>
          </Button>
        </div>
      ) : decisions.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
        <div className="decision-bar" role="group" aria-label={t('panel.decide', { name: label })}>
          {decisions.map((decision) => (
            <Button
              key={decision.name}
              icon={decision.icon}
              variant={variantOf(decision, decisions)}
              className={classNames(decision.variant === 'danger' && 'is-danger push')}
              onClick={() => onDecide(decision)}
            >
              {decision.label} <Key>{decision.key.toUpperCase()}</Key>
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  );
}
