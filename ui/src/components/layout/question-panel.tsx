// One question, one button, in the middle of the screen. When it comes in the place of another the focus goes along.
import { type ReactNode, useEffect, useRef } from 'react';
import './question-panel.css';
import { usePageHead } from '../../lib/navigation/head.ts';
import { Arch } from '../content/category-tile.tsx';
import type { IconName } from '../media/icon.tsx';

export interface QuestionPanelProps {
  icon: IconName;
  title: string;
  /** It came in the place of another: the focus goes along. */
  focus?: boolean;
  children: ReactNode;
}

export function QuestionPanel({ icon, title, focus, children }: QuestionPanelProps) {
  const head = useRef<HTMLHeadingElement>(null);
  usePageHead(title);
  // Another title is another question, also in the same panel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each title is gone to
  useEffect(() => {
    if (focus) head.current?.focus();
  }, [focus, title]);
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
