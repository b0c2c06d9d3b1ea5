// The drawn people and our mark. The large drawings are files that take the theme's colours through <use>.
import { useTranslation } from 'react-i18next';

/** Two people, two doorways. Decoration: the centre's name stands beside it. */
export function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 40 40" aria-hidden="true">
      <path className="b" d="M16 40V23a11 11 0 0 1 22 0v17z" />
      <circle className="b" cx="27" cy="7" r="5" />
      <path className="a" d="M2 40V25a10 10 0 0 1 20 0v15z" />
      <circle className="a" cx="12" cy="9" r="5.5" />
    </svg>
  );
}

/** The neighbours of the first page. */
export function HeroPeople() {
  const { t } = useTranslation('components');
  return (
    <svg
      className="hero-people"
      viewBox="0 0 690 440"
      width="690"
      height="440"
      role="img"
      aria-label={t('hero_people')}
    >
      <use href="/img/hero-people.svg#people" />
    </svg>
  );
}

export function ErrorPerson() {
  return (
    <svg className="error-art" viewBox="0 0 420 260" width="420" height="260" aria-hidden="true">
      <use href="/img/error-person.svg#person" />
    </svg>
  );
}
