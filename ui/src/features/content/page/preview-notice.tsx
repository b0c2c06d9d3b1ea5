// Above a draft that is seen with a link.
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';

export function PreviewNotice() {
  const { t } = useTranslation('content-show');
  return (
    <div className="page content-preview">
      <Notice tone="info">
        <p>{t('preview')}</p>
      </Notice>
    </div>
  );
}
