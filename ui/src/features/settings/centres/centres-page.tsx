// The volunteer centres of the tenant: make, rename, remove, the host of each, which one is the default, and which parts
// of the product each has. One screen, for admins.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { useResource, useResourceList } from '../../../api/hooks.ts';
import { createResource, readResource, removeResource, updateResource } from '../../../api/requests.ts';
import type { TenantSetting, VolunteerCenter, VolunteerCenterInput } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import '../../../components/layout/stepper.css';
import { Card, FormCard } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { ConflictNotice } from '../setting-parts.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { useSetting } from '../use-setting.ts';

const FEATURES = ['peerToPeer', 'volunteerProfiles', 'activities'] as const;
const WORDINGS = ['one_on_one', 'neighbour'] as const;
const WORDING_KEY = { one_on_one: 'oneOnOne', neighbour: 'neighbour' } as const;
/** A choice of a form is text: what the tenant has, on or off. */
const asChoice = (value: boolean | null | undefined): string => (value == null ? '' : value ? 'on' : 'off');
const fromChoice = (value: unknown): boolean | null =>
  value === '' || value == null ? null : value === 'on';

/** What somebody copies from the bar of the browser, as a host. */
export const hostIn = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '');

type Tenant = TenantSetting & { id: string };

/** There is always an answer: none of them is left out. */
const ALWAYS = { required: true } as const;

export default function CentresPage() {
  const { t } = useTranslation('settings-centres');
  const { items, refresh, status } = useResourceList('volunteer_centers', { page: { size: 100 } });
  // The tenant has one row.
  const { item: tenant } = useResource('tenant_settings', 'current');
  const [isAdding, setIsAdding] = useState(false);
  const [edited, setEdited] = useState<VolunteerCenter | null>(null);
  const [removed, setRemoved] = useState<VolunteerCenter | null>(null);

  async function makeDefault(center: VolunteerCenter) {
    const { id } = await readResource('volunteer_centers', center.id);
    await updateResource('volunteer_centers', id, { isDefault: true } as VolunteerCenterInput);
    addToast({ title: t('list.isDefault', { name: center.name }), color: 'success' });
    await refresh();
  }

  return (
    <SettingsFrame current="/instellingen/centra" title={t('title')} description={t('description')}>
      <div className="stack">
        <Card title={t('list.title')}>
          {status === 'success' ? (
            <ul className="centre-list">
              {items.map((center) => (
                <li key={center.id}>
                  <div>
                    <h3>{center.name}</h3>
                    {center.isDefault ? <StatusBadge tone="success">{t('list.default')}</StatusBadge> : null}
                    <p className="soft">
                      {center.host ? t('list.host', { host: center.host }) : t('list.noHost')}
                    </p>
                    {center.hosts.length > 0 ? (
                      <p className="soft">{t('list.hosts', { hosts: center.hosts.join(', ') })}</p>
                    ) : null}
                  </div>
                  <div className="button-row">
                    <Button small onClick={() => setEdited(center)}>
                      {t('list.edit')}
                    </Button>
                    {center.isDefault ? null : (
                      <>
                        <Button small onClick={() => void makeDefault(center)}>
                          {t('list.makeDefault')}
                        </Button>
                        <Button small variant="quiet" onClick={() => setRemoved(center)}>
                          {t('list.remove')}
                        </Button>
                      </>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <RowSkeletons count={3} />
          )}
          <Button icon="plus" onClick={() => setIsAdding(true)}>
            {t('add.title')}
          </Button>
        </Card>
        <TenantCard />
      </div>
      {isAdding ? <AddDialog onClose={() => setIsAdding(false)} onDone={() => void refresh()} /> : null}
      {edited ? (
        <EditDialog
          center={edited}
          tenant={tenant as Tenant | null}
          onClose={() => setEdited(null)}
          onDone={() => void refresh()}
        />
      ) : null}
      {removed ? (
        <RemoveDialog center={removed} onClose={() => setRemoved(null)} onDone={() => void refresh()} />
      ) : null}
    </SettingsFrame>
  );
}

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

function AddDialog({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation('settings-centres');
  async function handleSubmit(value: FormValue) {
    const name = String(value.name ?? '').trim();
    await createResource('volunteer_centers', {
      name,
      host: hostIn(String(value.host ?? '')) || null,
    } as never);
    addToast({ title: t('add.done', { name }), color: 'success' });
    onDone();
    onClose();
  }
  return (
    <Dialog open title={t('add.title')} onClose={onClose}>
      <Form of="volunteer_centers" onSubmit={handleSubmit} label={t('add.title')}>
        <Field name="name" label={t('field.name')} />
        <Field name="host" label={t('field.host')} hint={t('field.hostHint')} />
        <SubmitButton>{t('add.button')}</SubmitButton>
      </Form>
    </Dialog>
  );
}

interface EditProps extends DialogProps {
  center: VolunteerCenter;
  tenant: Tenant | null;
}

function EditDialog({ center, tenant, onClose, onDone }: EditProps) {
  const { t } = useTranslation('settings-centres');
  const value: FormValue = {
    name: center.name,
    host: center.host ?? '',
    hosts: center.hosts.join('\n'),
    ...Object.fromEntries(FEATURES.map((feature) => [feature, asChoice(center[feature])])),
    wording: center.wording ?? '',
  };
  const onOff = (is: boolean | undefined): string => t(is ? 'choice.on' : 'choice.off');

  async function handleSubmit(sent: FormValue) {
    await readResource('volunteer_centers', center.id);
    await updateResource('volunteer_centers', center.id, {
      name: String(sent.name ?? '').trim(),
      host: hostIn(String(sent.host ?? '')) || null,
      hosts: String(sent.hosts ?? '')
        .split(/[\s,;]+/)
        .map(hostIn)
        .filter(Boolean),
      ...Object.fromEntries(FEATURES.map((feature) => [feature, fromChoice(sent[feature])])),
      wording: (sent.wording || null) as VolunteerCenterInput['wording'],
    } as VolunteerCenterInput);
    addToast({ title: t('edit.done'), color: 'success' });
    onDone();
    onClose();
  }

  return (
    <Dialog open wide title={t('edit.title', { name: center.name })} onClose={onClose}>
      <Form
        of="volunteer_centers"
        value={value}
        onSubmit={handleSubmit}
        label={t('edit.title', { name: center.name })}
      >
        <Field name="name" label={t('field.name')} />
        <Field name="host" label={t('field.host')} hint={t('field.hostHint')} />
        <Field name="hosts" kind="textarea" rows={3} label={t('field.hosts')} hint={t('field.hostsHint')} />
        {FEATURES.map((feature) => (
          <Field
            key={feature}
            name={feature}
            kind="radio"
            label={t(`feature.${feature}`)}
            choices={[
              { value: '', label: t('choice.tenant', { value: onOff(tenant?.[feature]) }) },
              { value: 'on', label: t('choice.on') },
              { value: 'off', label: t('choice.off') },
            ]}
          />
        ))}
        <Field
          name="wording"
          kind="radio"
          label={t('feature.wording')}
          choices={[
            {
              value: '',
              label: t('choice.tenant', {
                value: t(`wording.${WORDING_KEY[tenant?.wording ?? 'one_on_one']}`),
              }),
            },
            ...WORDINGS.map((each) => ({ value: each, label: t(`wording.${WORDING_KEY[each]}`) })),
          ]}
        />
        <SubmitButton>{t('tenant.save')}</SubmitButton>
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ center, onClose, onDone }: DialogProps & { center: VolunteerCenter }) {
  const { t } = useTranslation('settings-centres');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await removeResource('volunteer_centers', center.id);
      addToast({ title: t('remove.done', { name: center.name }), color: 'success' });
      onDone();
      onClose();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setProblem(thrown.errors[0]?.detail ?? thrown.message);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      small
      title={t('remove.title', { name: center.name })}
      onClose={onClose}
      footer={
        <Button variant="danger" busy={busy} onClick={() => void remove()}>
          {t('remove.confirm')}
        </Button>
      }
    >
      <p>{t('remove.text')}</p>
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
    </Dialog>
  );
}

function TenantCard() {
  const { t } = useTranslation('settings-centres');
  const setting = useSetting('tenant_settings', 'current', 'settings/tenant');
  const { found } = setting;
  if (!found) return <RowSkeletons count={3} />;
  const value: FormValue = {
    context: found.context ?? 'main',
    appName: found.appName ?? '',
    headerScale: found.headerScale ?? 'primary',
    wording: found.wording ?? 'one_on_one',
    ...Object.fromEntries(FEATURES.map((feature) => [feature, found[feature] ?? false])),
  };
  const handleSubmit = (sent: FormValue) =>
    setting.save({
      ...sent,
      appName: String(sent.appName ?? '').trim() || null,
    } as never);
  return (
    <Form
      key={setting.round}
      of="tenant_settings"
      value={value}
      onUnsaved={setting.onUnsaved}
      onSubmit={handleSubmit}
      label={t('tenant.title')}
    >
      {setting.hasConflict ? <ConflictNotice onReload={() => void setting.reload()} /> : null}
      <FormCard title={t('tenant.title')}>
        <p className="hint">{t('tenant.hint')}</p>
        {FEATURES.map((feature) => (
          <Field key={feature} name={feature} kind="checkbox" label={t(`feature.${feature}`)} />
        ))}
        <Field
          name="wording"
          kind="radio"
          rules={ALWAYS}
          label={t('feature.wording')}
          choices={WORDINGS.map((each) => ({ value: each, label: t(`wording.${WORDING_KEY[each]}`) }))}
        />
        <Field
          name="context"
          kind="radio"
          rules={ALWAYS}
          label={t('tenant.context')}
          choices={(['main', 'meedoen'] as const).map((each) => ({
            value: each,
            label: t(`tenant.contexts.${each}`),
          }))}
        />
        <Field
          name="headerScale"
          kind="radio"
          rules={ALWAYS}
          label={t('tenant.headerScale')}
          choices={(['primary', 'secondary', 'muted'] as const).map((each) => ({
            value: each,
            label: t(`tenant.scales.${each}`),
          }))}
        />
        <Field name="appName" label={t('tenant.appName')} hint={t('tenant.appNameHint')} />
        <SubmitButton plain>{t('tenant.save')}</SubmitButton>
      </FormCard>
    </Form>
  );
}
