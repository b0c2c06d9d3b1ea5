// The full page of an error: whose site, what happened, one button.
import type { ReactNode } from 'react';
import './error-screen.css';
import { AppLink } from '../actions/app-link.tsx';
import { ButtonLink } from '../actions/button.tsx';
import { ErrorPerson } from '../media/drawing.tsx';

export interface ErrorScreenProps {
  /** Stands large behind the drawn person; not read out. */
  code: string | number;
  title: string;
  message: ReactNode;
  logo: ReactNode;
  homeHref: string;
  backLabel: string;
  /** Another button, such as "Probeer opnieuw". */
  children?: ReactNode;
  /** That other button is the way on; home is not. */
  isHomeSecond?: boolean;
}

export function ErrorScreen(props: ErrorScreenProps) {
  const { code, title, message, logo, homeHref, backLabel, children, isHomeSecond } = props;
  return (
    <main id="content" className="error-screen">
      <p className="error-code" aria-hidden="true">
        {code}
      </p>
      <AppLink className="toolbar-logo" href={homeHref}>
        {logo}
      </AppLink>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{message}</p>
      <div className="button-row">
        {children}
        <ButtonLink href={homeHref} variant={isHomeSecond ? 'quiet' : 'primary'} large>
          {backLabel}
        </ButtonLink>
      </div>
      <ErrorPerson />
    </main>
  );
}
