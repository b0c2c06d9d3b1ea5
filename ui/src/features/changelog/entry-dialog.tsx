// Writing and removing an entry of the changelog: its words in both languages.
import { useTranslation } from 'react-i18next';
import type { NewOf } from '../../api/params.ts';
import { createResource, removeResource, updateResource } from '../../api/requests.ts';
import type { ChangelogEntry } from '../../api/schema.d.ts';
import { ConfirmDialog, Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { SubmitButton } from '../../components/form/form.tsx';
import { RichTextField } from '../../components/form/rich-text-field.tsx';
import { RowForm } from '../../components/form/row-form.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { reloadEntries } from './changelog.store.ts';
import { wordsOf } from './entry-item.tsx';

const KINDS = ['new', 'improved', 'fixed'] as const;
const AUDIENCES = ['volunteers', 'organizations', 'centers'] as const;

const today = (): string => {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

interface EntryDialogProps {
  entry: ChangelogEntry | null;
  onClose: () => void;
}

export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { t } = useTranslation('changelog');
  const title = entry ? t('editTitle') : t('add');

  async function handleSave(attributes: NewOf<'changelog_entries'>) {
    if (entry) await updateResource('changelog_entries', entry.id, attributes);
    else await createResource('changelog_entries', attributes);
    addToast({ id: 'changelog', title: t('saved'), color: 'success' });
    onClose();
    await reloadEntries();
  }

  return (
    <Dialog
      open
      wide
      title={title}
      onClose={onClose}
      wrap={(content) => (
        <RowForm
          of="changelog_entries"
          row={entry ?? { date: today(), kinds: ['new'], audiences: [], published: true }}
          onSave={handleSave}
          label={title}
        >
          {content}
        </RowForm>
      )}
      footer={<SubmitButton>{t('save')}</SubmitButton>}
    >
      <Field name="titleNl" label={t('titleNl')} />
      <RichTextField name="textNl" label={t('textNl')} lang="nl" />
      <Field name="titleEn" label={t('titleEn')} />
      <RichTextField name="textEn" label={t('textEn')} lang="en" />
      <Field
        name="kinds"
        kind="checkboxes"
        label={t('kinds')}
        choices={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Field
        name="audiences"
        kind="checkboxes"
        label={t('audiences')}
        hint={t('audiencesHint')}
        choices={AUDIENCES.map((value) => ({ value, label: t(`audience.${value}`) }))}
      />
      <Field name="date" kind="date" label={t('date')} />
      <Field name="release" label={t('release')} narrow />
      <Field name="linkPath" label={t('linkPath')} hint={t('linkPathHint')} />
      <Field name="linkTextNl" label={t('linkTextNl')} />
      <Field name="linkTextEn" label={t('linkTextEn')} />
      <Field name="published" kind="checkbox" label={t('published')} hint={t('publishedHint')} />
    </Dialog>
  );
}

export function RemoveDialog({ entry, onClose }: { entry: ChangelogEntry; onClose: () => void }) {
  const { t } = useTranslation('changelog');

  async function handleRemove() {
    try {
      await removeResource('changelog_entries', entry.id);
      addToast({ id: 'changelog', title: t('removed'), color: 'success' });
    } catch (thrown) {
      addToast({ id: 'changelog', title: normaliseError(thrown).message, color: 'danger' });
    }
    onClose();
    await reloadEntries();
  }

  return (
    <ConfirmDialog
      open
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      onConfirm={() => void handleRemove()}
      onCancel={onClose}
    >
      <p>{t('removeText', { title: wordsOf(entry).title })}</p>
    </ConfirmDialog>
  );
}
