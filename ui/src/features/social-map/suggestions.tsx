// What visitors said of an organisation, for the centre that reads it.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { updateResource } from '../../api/requests.ts';
import { Button } from '../../components/actions/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';

/** Without an organisation: of those that are missing. */
export function Suggestions({ organizationId }: { organizationId?: string }) {
  const { t } = useTranslation('suggestions');
  const { items, refresh } = useResourceList('organization_suggestions', {
    filter: {
      handledEq: false,
      ...(organizationId === undefined ? { organizationIdNull: true } : { organizationIdEq: organizationId }),
    },
  });
  async function handleDone(id: string) {
    await updateResource('organization_suggestions', id, { handled: true }, { ifMatch: false });
    addToast({ title: t('handled'), color: 'success' });
    await refresh();
  }
  if (items.length === 0) return null;
  return (
    <Card title={t('title')} className="stack">
      {items.map(({ id, message, email }) => (
        <article key={id} className="suggestion">
          <p className="as-typed">{message}</p>
          <p className="soft">{email ? t('from', { email }) : t('anonymous')}</p>
          <Button small onClick={() => void handleDone(id)}>
            {t('handle')}
          </Button>
        </article>
      ))}
    </Card>
  );
}
