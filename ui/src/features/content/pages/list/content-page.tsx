// What the site is made of, each with the way to it.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../../components/actions/app-link.tsx';
import { PageTitle } from '../../../../components/layout/page-title.tsx';
import { Icon, type IconName } from '../../../../components/media/icon.tsx';
import { menu } from '../../../../lib/session/session.ts';
import './content.css';

interface Part {
  key: 'pages' | 'news' | 'menu' | 'files' | 'stock' | 'forms' | 'texts';
  href: string;
  icon: IconName;
  /** Without it the part is not shown. */
  right: string;
}

const PARTS: readonly Part[] = [
  { key: 'pages', href: '/content/pages', icon: 'book', right: 'pages' },
  { key: 'news', href: '/content/news', icon: 'news', right: 'news' },
  { key: 'menu', href: '/content/menu-items', icon: 'menu', right: 'menus' },
  { key: 'files', href: '/content/file-upload', icon: 'download', right: 'documents' },
  { key: 'stock', href: '/content/stock-images', icon: 'image', right: 'stock_images' },
  { key: 'forms', href: '/content/forms', icon: 'list', right: 'forms' },
  { key: 'texts', href: '/instellingen/teksten', icon: 'info', right: 'legal_texts' },
];

export default function ContentPage() {
  const { t } = useTranslation(['content-pages', 'routes']);
  const parts = PARTS.filter(({ right }) => menu.value.includes(right));
  return (
    <>
      <PageTitle title={t('routes:content.title')} description={t('index.text')} />
      <ul className="content-parts">
        {parts.map(({ key, href, icon }) => (
          <li key={key}>
            <AppLink className="card" href={href}>
              <Icon name={icon} />
              <span>
                <b>{t(`index.${key as 'pages'}.title`)}</b>
                <span className="soft">{t(`index.${key as 'pages'}.text`)}</span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </>
  );
}
