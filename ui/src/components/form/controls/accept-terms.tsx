// Agreeing to the terms, with both texts in a tab of their own: what was typed stays.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../actions/app-link.tsx';
import { Field } from '../field.tsx';

export function AcceptTerms() {
  const { t } = useTranslation('components');
  return (
    <>
      <Field name="acceptTerms" kind="checkbox" label={t('terms.accept')} rules={{ required: true }} />
      <p>
        <AppLink href="/voorwaarden" target="_blank">
          {t('terms.read')}
        </AppLink>
      </p>
      <p>
        <AppLink href="/privacy" target="_blank">
          {t('terms.privacy')}
        </AppLink>
      </p>
    </>
  );
}
