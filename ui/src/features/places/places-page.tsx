// Places where people meet, of the centre and of organisations: where they are and how accessible.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import type { NewOf } from '../../api/params.ts';
import { createResource, removeResource, updateResource } from '../../api/requests.ts';
import type { Place } from '../../api/schema.d.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/feedback/dialog.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { SubmitButton } from '../../components/form/form.tsx';
import { PLACE_FACTS, PlaceFields } from '../../components/form/place-fields.tsx';
import { RowForm } from '../../components/form/row-form.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { organizations, selectedOrganization } from '../../lib/session/session.ts';
import '../../components/layout/line-list.css';

export default function PlacesPage() {
  const { t } = useTranslation(['places', 'routes']);
  const list = useResourceList('places', { include: ['organization'], page: { size: 100 } });
  const [asking, setAsking] = useState<'new' | { edit: Place } | { remove: Place } | null>(null);
  const close = () => setAsking(null);
  const add = list.can.includes('create') ? (
    <Button variant="primary" icon="plus" onClick={() => setAsking('new')}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <>
      <PageTitle title={t('routes:places.title')} description={t('description')} actions={add} />
      {list.status === 'error' ? (
        <LoadProblem onRetry={() => void list.refresh()} />
      ) : list.items.length === 0 && list.status !== 'success' ? (
        <RowSkeletons count={3} />
      ) : list.items.length === 0 ? (
        <EmptyState title={t('empty')} level={2} actions={null}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <Card title={t('list')} className="stack">
          <ul className="line-list">
            {list.items.map((place) => (
              <PlaceLine
                key={place.id}
                place={place}
                onEdit={() => setAsking({ edit: place })}
                onRemove={() => setAsking({ remove: place })}
              />
            ))}
          </ul>
        </Card>
      )}
      {asking === 'new' ? <PlaceDialog place={null} onClose={close} /> : null}
      {asking !== null && asking !== 'new' && 'edit' in asking ? (
        <PlaceDialog place={asking.edit} onClose={close} />
      ) : null}
      {asking !== null && asking !== 'new' && 'remove' in asking ? (
        <RemoveDialog place={asking.remove} onClose={close} />
      ) : null}
    </>
  );
}

interface PlaceLineProps {
  place: Place;
  onEdit: () => void;
  onRemove: () => void;
}

function PlaceLine({ place, onEdit, onRemove }: PlaceLineProps) {
  const { t } = useTranslation('places');
  const { name, address, organization, directions, can } = place;
  const street = [address.street, address.houseNumber].filter(Boolean).join(' ');
  const town = [address.postalCode, address.city].filter(Boolean).join(' ');
  const facts = PLACE_FACTS.filter((fact) => place[fact]);
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="soft small">{[street, town, organization?.name].filter(Boolean).join(' · ')}</p>
        <p className="small">
          {facts.length > 0 ? facts.map((fact) => t(`fact.${fact}`)).join(', ') : t('noFacts')}
        </p>
        {directions ? <p className="small">{directions}</p> : null}
      </div>
      {can.includes('update') ? (
        <ButtonRow>
          <Button small variant="quiet" icon="pen" aria-label={t('editOf', { name })} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button small variant="quiet" icon="trash" aria-label={t('removeOf', { name })} onClick={onRemove}>
            {t('remove')}
          </Button>
        </ButtonRow>
      ) : null}
    </li>
  );
}

function PlaceDialog({ place, onClose }: { place: Place | null; onClose: () => void }) {
  const { t } = useTranslation('places');
  const title = place ? t('editTitle') : t('add');
  // Who works for an organisation makes its places; a centre its own.
  const owner =
    selectedOrganization.value ?? (organizations.value.length === 1 ? organizations.value[0] : null);

  async function handleSave(attributes: NewOf<'places'>) {
    if (place) await updateResource('places', place.id, attributes);
    else await createResource('places', owner ? { ...attributes, organizationId: owner.id } : attributes);
    addToast({ id: 'place', title: t('saved'), color: 'success' });
    onClose();
  }

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      wrap={(content) => (
        <RowForm of="places" row={place} onSave={handleSave} label={title}>
          {content}
        </RowForm>
      )}
      footer={<SubmitButton>{t('save')}</SubmitButton>}
    >
      {place || !owner ? null : <p>{t('for', { organisation: owner.name })}</p>}
      <PlaceFields />
    </Dialog>
  );
}

function RemoveDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { t } = useTranslation('places');

  async function handleRemove() {
    try {
      await removeResource('places', place.id);
      addToast({ id: 'place', title: t('removed'), color: 'success' });
    } catch (thrown) {
      addToast({ id: 'place', title: normaliseError(thrown).message, color: 'danger' });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      onConfirm={() => void handleRemove()}
      onCancel={onClose}
    >
      <p>{t('removeText', { name: place.name })}</p>
    </ConfirmDialog>
  );
}
