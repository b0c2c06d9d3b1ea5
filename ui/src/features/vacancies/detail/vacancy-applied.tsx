// Somebody does not apply twice: they look how it stands, or are told why they cannot apply again. Comes only then.
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { formatDate } from '../../../lib/locale/time.ts';
import type { Barred } from './vacancy-state.ts';

interface AppliedProps {
  applied: Application | null;
  barred: { because: Barred; id: string } | null;
}

export function VacancyApplied({ applied, barred }: AppliedProps) {
  const { t } = useTranslation('vacancy-notices');
  const { t: page } = useTranslation('vacancy');
  const id = applied?.id ?? barred?.id;
  return id ? (
    <>
      <p className="promise">
        <Icon name={applied ? 'check' : 'info'} />
        <span>
          {applied
            ? t('applied', { day: formatDate(applied.createdAt ?? '') })
            : barred && t(`barred.${barred.because}`)}
        </span>
      </p>
      <ButtonLink
        variant={applied ? 'primary' : 'plain'}
        large={applied !== null}
        wide
        href={`/applications/${id}`}
      >
        {page('page.applied_link')}
      </ButtonLink>
    </>
  ) : null;
}
