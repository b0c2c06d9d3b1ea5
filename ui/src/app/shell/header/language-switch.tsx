// The same page in the other language, as plain links: the server then says the whole page in it.
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LANGUAGES, language, pathIn, rememberLanguage } from '../../../lib/locale/language.ts';
import './language-switch.css';

export function LanguageSwitch({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const { pathname, search, hash } = useLocation();
  return (
    <nav className={`language-switch${className ? ` ${className}` : ''}`} aria-label={t('language.label')}>
      {LANGUAGES.map((each) => (
        <a
          key={each}
          href={pathIn(each, pathname, search, hash)}
          lang={each}
          hrefLang={each}
          aria-current={each === language.value ? 'true' : undefined}
          aria-label={t(`language.${each}`)}
          onClick={() => rememberLanguage(each)}
        >
          {each.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}
