// A link of a mail about the newsletter that does nothing any more: why, and what to do instead.
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/actions/button.tsx';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import type { BrokenLink } from './link-problem.ts';
import { NEWSLETTER_PATH } from './paths.ts';

interface BrokenLinkPanelProps {
  /** What the link was for. */
  link: 'confirm' | 'preferences';
  kind: BrokenLink;
  focus?: boolean;
}

export function BrokenLinkPanel({ link, kind, focus = false }: BrokenLinkPanelProps) {
  const { t } = useTranslation('newsletter-subscription');
  return (
    <QuestionPanel icon={kind === 'expired' ? 'clock' : 'link'} title={t(`broken.${kind}`)} focus={focus}>
      <p>{t(`${link}.${kind}`)}</p>
      <ButtonLink href={NEWSLETTER_PATH} large>
        {t('broken.again')}
      </ButtonLink>
    </QuestionPanel>
  );
}
