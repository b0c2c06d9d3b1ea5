// A new picture for the library: the file, and by which words it is found.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { sendFile } from '../../../api/upload.ts';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { FileDrop } from '../../../components/form/controls/file-drop.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import {
  ACCEPTED,
  LARGEST,
  type ReadyPicture,
  readyPicture,
} from '../../../components/picture/picture-file.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';

export function AddStockImage({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const { t } = useTranslation('stock-images');
  const [picture, setPicture] = useState<ReadyPicture | null>(null);
  const [problem, setProblem] = useState<string>();

  async function handleFile(file: File) {
    const ready = await readyPicture(file);
    if (typeof ready === 'string') {
      setPicture(null);
      setProblem(t(`problem.${ready}`, { largest: LARGEST / 1024 / 1024 }));
      return;
    }
    setProblem(undefined);
    setPicture(ready);
  }

  async function handleSubmit(value: FormValue) {
    if (!picture) {
      setProblem(t('problem.missing'));
      return [{ detail: t('problem.missing') }];
    }
    const fields = {
      name: String(value.name ?? ''),
      short_description: String(value.shortDescription ?? ''),
      keywords: String(value.keywords ?? ''),
      credit: String(value.credit ?? ''),
    };
    try {
      await sendFile(picture.file, picture.name, fields, { path: '/stock_images' });
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.isOffline) return [{ detail: t('problem.offline') }];
      throw thrown;
    }
    addToast({ id: 'stock', title: t('added', { name: fields.name }), color: 'success' });
    onClose();
    await onDone();
    return [];
  }

  return (
    <Dialog
      open
      title={t('add')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          value={{ name: '', shortDescription: '', keywords: '', credit: '' }}
          onSubmit={handleSubmit}
          label={t('add')}
        >
          {content}
        </Form>
      )}
      footer={<SubmitButton>{t('add')}</SubmitButton>}
    >
      {picture ? <img className="stock-chosen" src={picture.preview} alt="" /> : null}
      <FileDrop
        label={picture ? picture.name : t('drop')}
        hint={t('limit', { largest: LARGEST / 1024 / 1024 })}
        error={problem}
        accept={ACCEPTED}
        onFile={(file) => void handleFile(file)}
      />
      <Field name="name" label={t('field.name')} rules={{ required: true, maxLength: 100 }} />
      <Field
        name="shortDescription"
        label={t('field.shortDescription')}
        hint={t('field.shortDescriptionHint')}
        rules={{ required: true, maxLength: 125 }}
      />
      <Field name="keywords" label={t('field.keywords')} hint={t('field.keywordsHint')} />
      <Field
        name="credit"
        label={t('field.credit')}
        hint={t('field.creditHint')}
        rules={{ maxLength: 200 }}
      />
    </Dialog>
  );
}
