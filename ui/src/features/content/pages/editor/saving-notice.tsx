// Why the page is not saved, and what to do about it. Nothing is said while all is well.
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../../components/actions/button.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { useSignInPath } from '../../../../lib/session/sign-in-path.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

export function SavingNotice({ editor, onCompare }: { editor: PageEditor; onCompare: () => void }) {
  const { t } = useTranslation('content-pages');
  const signIn = useSignInPath();
  const { saving, pageProblems, problems } = editor;
  if (saving === 'stale') {
    return (
      <Notice tone="warning" live>
        <p>{t('notice.stale')}</p>
        <Button onClick={onCompare}>{t('notice.compare')}</Button>
      </Notice>
    );
  }
  if (saving === 'offline') {
    return (
      <Notice tone="warning" live>
        <p>{t('notice.offline')}</p>
        <Button onClick={() => void editor.flush()}>{t('notice.retry')}</Button>
      </Notice>
    );
  }
  if (saving === 'signedOut') {
    return (
      <Notice tone="warning" live>
        <p>{t('notice.signedOut')}</p>
        <ButtonLink href={signIn}>{t('notice.signIn')}</ButtonLink>
      </Notice>
    );
  }
  if (saving === 'refused') {
    const texts = [
      ...Object.values(pageProblems),
      ...[...problems.values()].flatMap((inside) => inside.map(({ text }) => text)),
    ];
    return (
      <Notice tone="danger" live>
        <p>{t('notice.refused')}</p>
        {[...new Set(texts)].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    );
  }
  return null;
}
