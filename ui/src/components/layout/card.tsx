// A white card with a title of its own. Never a card in a card.
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import './card.css';

export interface CardProps {
  title?: ReactNode;
  children: ReactNode;
  /** h2 unless the card lies deeper. */
  level?: 2 | 3;
  className?: string;
}

export function Card({ title, children, level = 2, className }: CardProps) {
  const id = useId();
  const Title = level === 2 ? 'h2' : 'h3';
  if (title === undefined) return <div className={classNames('card', className)}>{children}</div>;
  return (
    <section className={classNames('card', className)} aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </section>
  );
}

/** One subject of a long form. */
export function FormCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <Card title={title} className="form-card">
      {children}
    </Card>
  );
}
