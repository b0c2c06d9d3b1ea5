// One picture of the library: what it is called and found by, and where it stands.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useResource } from '../../../api/hooks.ts';
import { removeResource, updateResource } from '../../../api/requests.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card, FormCard } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { pictureOf } from '../../../lib/pictures/picture-url.ts';
import { UsageList } from '../usages/usage-list.tsx';
import './stock-images.css';

const LIST = '/content/stock-images';

export default function StockImagePage() {
  const { t } = useTranslation('stock-images');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { item, status, refresh } = useResource('stock_images', id, {}, { isNew: true });
  const [isAsking, setIsAsking] = useState(false);
  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (!item) return <RowSkeletons count={5} />;
  const mayEdit = item.can.includes('update');

  async function handleSubmit(value: FormValue) {
    const text = (name: string) => String(value[name] ?? '').trim();
    await updateResource('stock_images', id, {
      name: text('name'),
      description: text('description'),
      shortDescription: text('shortDescription'),
      credit: text('credit'),
      keywords: text('keywords')
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    });
    addToast({ id: 'stock', title: t('saved'), color: 'success' });
    await refresh();
    return [];
  }

  async function handleRemove() {
    setIsAsking(false);
    try {
      await removeResource('stock_images', id);
      addToast({ id: 'stock', title: t('removed'), color: 'success' });
      await navigate(LIST);
    } catch (thrown) {
      addToast({ id: 'stock', title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  return (
    <div className="stack">
      <Breadcrumb crumbs={[{ label: t('title'), href: LIST }, { label: item.name }]} />
      <PageTitle title={item.name} />
      <div className="stock-page">
        <div className="stack">
          <img
            className="stock-large"
            {...pictureOf(item.imageUrl)}
            sizes="(min-width: 900px) 480px, 100vw"
            alt={item.shortDescription}
          />
          {item.credit ? <p className="soft small">{t('madeBy', { credit: item.credit })}</p> : null}
          {mayEdit ? (
            <Card title={t('where')} className="stack">
              <UsageList of="stock_images" id={id} />
            </Card>
          ) : null}
        </div>
        {mayEdit ? (
          <Form
            of="stock_images"
            value={{
              name: item.name,
              description: item.description,
              shortDescription: item.shortDescription,
              credit: item.credit,
              keywords: item.keywords.join(', '),
            }}
            onSubmit={handleSubmit}
            label={t('edit')}
          >
            <FormCard title={t('edit')}>
              <Field name="name" label={t('field.name')} />
              <Field
                name="shortDescription"
                label={t('field.shortDescription')}
                hint={t('field.shortDescriptionHint')}
              />
              <Field
                name="keywords"
                label={t('field.keywords')}
                hint={t('field.keywordsHint')}
                rules={{ maxLength: 900 }}
              />
              <Field name="description" kind="textarea" rows={3} label={t('field.description')} />
              <Field name="credit" label={t('field.credit')} hint={t('field.creditHint')} />
              <ButtonRow between>
                <SubmitButton>{t('save')}</SubmitButton>
                <Button variant="quiet" icon="trash" onClick={() => setIsAsking(true)}>
                  {t('remove')}
                </Button>
              </ButtonRow>
            </FormCard>
          </Form>
        ) : (
          <Card title={t('keywords')}>
            <p>{item.keywords.join(', ')}</p>
          </Card>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('removeTitle', { name: item.name })}
        confirmLabel={t('remove')}
        variant="danger"
        onConfirm={() => void handleRemove()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </div>
  );
}
