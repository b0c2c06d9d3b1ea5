// After deleting one's account: until when there is a way back, and where it is.
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { QuestionPanel } from '../../../components/layout/question-panel.tsx';
import { formatDate } from '../../../lib/locale/time.ts';
import { leftUntil } from '../../../lib/session/delete-account.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import '../account.css';

export default function DeletedPage() {
  const { t } = useTranslation('account-privacy');
  if (isSignedIn.value) {
    return (
      <QuestionPanel icon="person" title={t('deleted.notTitle')}>
        <p>{t('deleted.notText')}</p>
        <ButtonLink variant="primary" large href="/profile-edit">
          {t('deleted.profile')}
        </ButtonLink>
      </QuestionPanel>
    );
  }
  return (
    <QuestionPanel icon="check" title={t('deleted.title')} focus>
      <p>{t('deleted.text', { date: formatDate(leftUntil.value ?? '') })}</p>
      <h2 className="deleted-back">{t('deleted.backTitle')}</h2>
      <p>{t('deleted.backText')}</p>
      <p className="soft">{t('deleted.thanks')}</p>
      <ButtonLink variant="primary" large href="/">
        {t('deleted.home')}
      </ButtonLink>
    </QuestionPanel>
  );
}
