// One item of a menu: what it is called in both languages, where it leads, and what it stands under.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { createResource, updateResource } from '../../../api/requests.ts';
import type { MenuItem } from '../../../api/schema.d.ts';
import type { SystemPage } from '../../../api/staff-calls.ts';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../../components/form/form-context.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { language } from '../../../lib/locale/language.ts';
import type { MenuName } from './menu-items-page.tsx';

interface MenuItemDialogProps {
  menu: MenuName;
  item: MenuItem | null;
  /** What it can stand under. */
  roots: readonly MenuItem[];
  pages: readonly SystemPage[];
  onDone: () => Promise<void>;
  onClose: () => void;
}

const SCREEN = 'system_page:';
const PAGE = 'content_page:';
const GROUP = 'group';

export function MenuItemDialog({ menu, item, roots, pages, onDone, onClose }: MenuItemDialogProps) {
  const { t } = useTranslation('menu-items');
  const isEnglish = language.value === 'en';
  const own = useResourceList('pages', { sort: 'title', page: { size: 100 } }).items;
  const target = item?.pageId
    ? `${PAGE}${item.pageId}`
    : item?.systemPage
      ? `${SCREEN}${item.systemPage}`
      : item?.linkType === 'group'
        ? GROUP
        : '';

  async function handleSubmit(value: FormValue) {
    const chosen = String(value.systemPage ?? '');
    const attributes = {
      menu,
      name: String(value.name ?? '').trim(),
      nameEn: String(value.nameEn ?? '').trim() || null,
      ...linkOf(chosen),
      parentId: chosen === GROUP ? null : String(value.parentId ?? '') || null,
    };
    if (item) await updateResource('menu_items', item.id, attributes, { ifMatch: false });
    else await createResource('menu_items', attributes);
    addToast({ id: 'menu', title: t('saved', { name: attributes.name }), color: 'success' });
    onClose();
    await onDone();
  }

  const choices = pages
    .filter(({ isOn, id }) => isOn || id === item?.systemPage)
    .map((page) => ({ value: `${SCREEN}${page.id}`, label: isEnglish ? page.titleEn : page.title }));
  const pageChoices = own
    .filter(({ slug }) => slug !== 'home')
    .map(({ id, title, locale, isPublished }) => ({
      value: `${PAGE}${id}`,
      label: t(isPublished ? 'page' : 'pageUnpublished', { title, locale: locale.toUpperCase() }),
    }));
  const isBelow = Boolean(item?.parentId);
  const parents = roots.filter(({ id }) => id !== item?.id);
  return (
    <Dialog
      open
      small
      title={t(item ? 'edit' : 'add')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="menu_items"
          value={{
            name: item?.name ?? '',
            nameEn: item?.nameEn ?? '',
            systemPage: target,
            parentId: item?.parentId ?? '',
          }}
          onSubmit={handleSubmit}
          label={t(item ? 'edit' : 'add')}
        >
          {content}
        </Form>
      )}
      footer={<SubmitButton>{t('save')}</SubmitButton>}
    >
      <Field name="name" label={t('name')} />
      <Field name="nameEn" label={t('nameEn')} hint={t('nameEnHint')} />
      <Field
        name="systemPage"
        kind="select"
        label={t('leadsTo')}
        rules={{ required: true }}
        choices={[
          { value: '', label: t('choose') },
          ...(isBelow ? [] : [{ value: GROUP, label: t('group') }]),
          ...choices,
          ...pageChoices,
        ]}
        hint={t('leadsToHint')}
      />
      {parents.length > 0 ? <ParentField parents={parents} /> : null}
    </Dialog>
  );
}

const linkOf = (chosen: string) => {
  if (chosen === GROUP) return { linkType: 'group' as const, pageId: null, systemPage: null };
  return chosen.startsWith(PAGE)
    ? { linkType: 'content_page' as const, pageId: Number(chosen.slice(PAGE.length)) }
    : { linkType: 'system_page' as const, systemPage: chosen.slice(SCREEN.length) };
};

/** A heading stands under nothing: others stand under it. */
function ParentField({ parents }: { parents: readonly MenuItem[] }) {
  const { t } = useTranslation('menu-items');
  if (useFieldValue('systemPage') === GROUP) return null;
  return (
    <Field
      name="parentId"
      kind="select"
      label={t('under')}
      choices={[
        { value: '', label: t('underNone') },
        ...parents.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
