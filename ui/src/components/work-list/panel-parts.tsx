// What a panel is made of: who or what it is about, short facts, and sections.
import { type ReactNode, useId } from 'react';

interface PanelHeadProps {
  title: string;
  face?: ReactNode;
  /** The badge of its status. */
  sign?: ReactNode;
  children?: ReactNode;
}

export function PanelHead({ title, face, sign, children }: PanelHeadProps) {
  return (
    <header className="panel-head">
      {face}
      <div>
        <h2>
          {title} {sign}
        </h2>
        {children ? <p>{children}</p> : null}
      </div>
    </header>
  );
}

export const PanelFacts = ({ children }: { children: ReactNode }) => (
  <ul className="fact-line">{children}</ul>
);

export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
