// The lists that people choose from: names in both languages, order, merging, archiving. A centre changes its own; what is
// of the whole tenant is the admin's.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../api/cache.ts';
import { keyOf, useResourceList } from '../../api/hooks.ts';
import { createResource, removeResource, send, updateResource } from '../../api/requests.ts';
import type { Taxonomy } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button, ButtonRow, IconButton } from '../../components/actions/button.tsx';
import { MenuButton } from '../../components/actions/menu.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import { ConfirmDialog, Dialog } from '../../components/feedback/dialog.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { SavedFilters } from '../../components/table/table-tools.tsx';
import { centreMeta } from '../../lib/centre/centre.ts';
import { nameOf } from '../../lib/centre/taxonomies.ts';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { language } from '../../lib/locale/language.ts';
import { SKILLS } from '../../lib/matching/choices.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { SearchWords } from './search-words.tsx';
import './taxonomies.css';

const PATH = '/instellingen/keuzelijsten';
const KINDS = [
  'tags',
  'activity_types',
  'age_groups',
  'non_profit_types',
  'skills',
  'languages',
  'activity_categories',
  'target_groups',
] as const;
type Kind = (typeof KINDS)[number];

const OF_ACTIVITIES: readonly Kind[] = ['activity_categories', 'target_groups'];
const isInUse = (kind: Kind): boolean =>
  !OF_ACTIVITIES.includes(kind) || centreMeta.value.features.activities === true;

/** The skills with which every list begins. One that was taken out can come back; others are the centre's own. */
const SKILL_KEYS: readonly string[] = SKILLS;
/** Languages that are spoken most in the Netherlands, by their code. */
const LANGUAGE_KEYS: readonly string[] = (
  'nl en de fr es it pt tr ar ku ckb kmr fa ps ur ti am so pap srn zgh ber pl uk ru bg ro hu cs sk hr sr bs sq el ' +
  'zh vi th id hi pa bn ta tl ja ko he sv da no fi fy li nds sw'
).split(' ');

/** Lists of which keys are given: a language is one of them, a skill may be another. */
const givenKeys = (kind: Kind): readonly string[] | null =>
  kind === 'skills' ? SKILL_KEYS : kind === 'languages' ? LANGUAGE_KEYS : null;

const nameIn = (locale: 'nl' | 'en', code: string): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;

/** What a tag is stored as: small letters without spaces. */
export const keyOfName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);

/** The positions that change when a row goes one up or down: each row has the number of its place. */
export function moved(rows: readonly Pick<Taxonomy, 'id' | 'position'>[], from: number, to: number) {
  const order = [...rows];
  const [row] = order.splice(from, 1);
  if (!row || to < 0 || to > order.length) return [];
  order.splice(to, 0, row);
  return order.flatMap(({ id, position }, at) => (position === at + 1 ? [] : [{ id, position: at + 1 }]));
}

export default function TaxonomiesPage() {
  const { t } = useTranslation('taxonomies');
  const chosen = useQuery().get('kind');
  const kind: Kind = KINDS.filter(isInUse).find((each) => each === chosen) ?? 'tags';
  const list = useResourceList('taxonomies', {
    filter: { kindEq: kind },
    sort: 'position',
    page: { size: 100 },
  });
  const { items, status, can, refresh: again } = list;
  const [isAdding, setIsAdding] = useState(false);
  const keys = givenKeys(kind)?.filter((key) => !items.some((term) => term.key === key)) ?? null;
  return (
    <div className="narrow taxonomies-page">
      <PageTitle
        title={t('title')}
        description={t('description')}
        actions={
          can.includes('create') && (kind === 'skills' || keys?.length !== 0) ? (
            <Button variant="primary" icon="plus" onClick={() => setIsAdding(true)}>
              {t('add')}
            </Button>
          ) : undefined
        }
      />
      <SavedFilters
        filters={KINDS.filter(isInUse).map((each) => ({
          label: t(`kind.${each}`),
          href: each === 'tags' ? PATH : `${PATH}?kind=${each}`,
          current: each === kind,
        }))}
      />
      {status === 'error' ? (
        <LoadProblem onRetry={() => void again()} />
      ) : items.length === 0 && status !== 'success' ? (
        <RowSkeletons count={6} />
      ) : items.length === 0 ? (
        <EmptyState level={2} icon="tag" title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <Card title={t(`kind.${kind}`)} className="stack">
          <p className="soft">{t(`about.${kind}`)}</p>
          <ul className="term-list">
            {items.map((term) => (
              <TermLine key={term.id} term={term} all={items} />
            ))}
          </ul>
        </Card>
      )}
      {kind === 'tags' ? <SearchWords /> : null}
      {isAdding ? (
        <TermDialog kind={kind} keys={keys} position={items.length + 1} onClose={() => setIsAdding(false)} />
      ) : null}
    </div>
  );
}

const reload = (): Promise<void> => refresh(keyOf('/taxonomies'));

function TermLine({ term, all }: { term: Taxonomy; all: readonly Taxonomy[] }) {
  const { t } = useTranslation('taxonomies');
  const [asking, setAsking] = useState<'edit' | 'merge' | 'remove' | null>(null);
  const { id, nameNl, nameEn, archived, can, volunteerCenterId } = term;
  const name = nameOf(term);
  const mayChange = can.includes('update');
  const own = all.filter((each) => each.can.includes('update'));
  const place = own.findIndex((each) => each.id === id);

  async function run(job: () => Promise<unknown>, done: string) {
    setAsking(null);
    try {
      await job();
      addToast({ id: 'term', title: done, color: 'success' });
    } catch (thrown) {
      addToast({ id: 'term', title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
    await reload();
  }

  /** One after the other: each is a small change of its own, and the list is read anew afterwards. */
  async function move(by: 1 | -1) {
    await run(
      async () => {
        for (const { id: row, position } of moved(own, place, place + by))
          await updateResource('taxonomies', row, { position }, { ifMatch: false });
      },
      t('moved', { name }),
    );
  }

  return (
    <li className={archived ? 'is-archived' : undefined}>
      <div>
        <b lang="nl">{nameNl}</b>
        <p className="soft small" lang="en">
          {nameEn}
        </p>
        {archived ? <StatusBadge tone="neutral">{t('archived')}</StatusBadge> : null}
        {volunteerCenterId ? <StatusBadge tone="info">{t('own')}</StatusBadge> : null}
      </div>
      {mayChange ? (
        <ButtonRow>
          <IconButton
            icon="sort-up"
            label={t('up', { name })}
            disabled={place <= 0}
            onClick={() => void move(-1)}
          />
          <IconButton
            icon="sort"
            label={t('down', { name })}
            disabled={place === own.length - 1}
            onClick={() => void move(1)}
          />
          <Button small aria-label={t('editOf', { name })} onClick={() => setAsking('edit')}>
            {t('edit')}
          </Button>
          <MenuButton
            label={t('moreOf', { name })}
            entries={[
              ...(givenKeys(term.kind)
                ? []
                : [
                    {
                      label: t('mergeOf', { name }),
                      icon: 'link' as const,
                      onSelect: () => setAsking('merge'),
                    },
                  ]),
              {
                label: t(archived ? 'restoreOf' : 'archiveOf', { name }),
                icon: archived ? 'undo' : 'archive',
                onSelect: () =>
                  void run(
                    () => updateResource('taxonomies', id, { archived: !archived }, { ifMatch: false }),
                    t(archived ? 'restored' : 'wasArchived', { name }),
                  ),
              },
              ...(can.includes('delete')
                ? [
                    {
                      label: t('removeOf', { name }),
                      icon: 'trash' as const,
                      danger: true,
                      apart: true,
                      onSelect: () => setAsking('remove'),
                    },
                  ]
                : []),
            ]}
          />
        </ButtonRow>
      ) : (
        <span className="soft small">{t('ofTenant')}</span>
      )}
      {asking === 'edit' ? <TermDialog kind={term.kind} term={term} onClose={() => setAsking(null)} /> : null}
      <Dialog
        open={asking === 'merge'}
        small
        title={t('mergeTitle', { name })}
        description={t('mergeText', { name })}
        onClose={() => setAsking(null)}
        wrap={(content) => (
          <Form
            of="taxonomies"
            value={{ into: '' }}
            label={t('merge')}
            onSubmit={async (value: FormValue) =>
              run(
                () => send(STAFF_CALLS.mergeTerm, { id, body: { into: String(value.into ?? '') } }),
                t('merged', { name }),
              )
            }
          >
            {content}
          </Form>
        )}
        footer={<SubmitButton>{t('merge')}</SubmitButton>}
      >
        <Field
          name="into"
          kind="select"
          label={t('into')}
          rules={{ required: true }}
          choices={[
            { value: '', label: t('choose') },
            ...all
              .filter((each) => each.id !== id && !each.archived)
              .map((each) => ({ value: each.id, label: nameOf(each) })),
          ]}
        />
      </Dialog>
      <ConfirmDialog
        open={asking === 'remove'}
        title={t('removeTitle', { name })}
        confirmLabel={t('remove')}
        variant="danger"
        onConfirm={() => void run(() => removeResource('taxonomies', id), t('removed', { name }))}
        onCancel={() => setAsking(null)}
      >
        <p>{t('removeText')}</p>
      </ConfirmDialog>
    </li>
  );
}

interface TermDialogProps {
  kind: Kind;
  /** What is added is one of these. */
  keys?: readonly string[] | null;
  term?: Taxonomy;
  position?: number;
  onClose: () => void;
}

function TermDialog({ kind, keys = null, term, position, onClose }: TermDialogProps) {
  const { t } = useTranslation(['taxonomies', 'vacancy-steps']);
  const given = term ? null : keys;
  const wordOf = (key: string): string =>
    kind === 'languages'
      ? nameIn(language.value, key)
      : t(`vacancy-steps:skill.${key}` as 'vacancy-steps:skill.music');

  async function handleSubmit(value: FormValue) {
    const names = { nameNl: String(value.nameNl ?? '').trim(), nameEn: String(value.nameEn ?? '').trim() };
    if (term) await updateResource('taxonomies', term.id, names, { ifMatch: false });
    else
      await createResource('taxonomies', {
        ...names,
        kind,
        // A skill of one's own has a key of its own; a number first is none.
        key: String(value.key ?? '') || keyOfName(names.nameNl).replace(/^[0-9_]+/, ''),
        ...(position === undefined ? {} : { position }),
      });
    addToast({ id: 'term', title: t('saved'), color: 'success' });
    onClose();
    await reload();
  }

  return (
    <Dialog
      open
      small
      title={t(term ? 'edit' : 'add')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="taxonomies"
          value={{ ...(given ? { key: '' } : {}), nameNl: term?.nameNl ?? '', nameEn: term?.nameEn ?? '' }}
          onSubmit={handleSubmit}
          label={t(term ? 'edit' : 'add')}
        >
          {content}
        </Form>
      )}
      footer={<SubmitButton>{t('save')}</SubmitButton>}
    >
      {given && given.length > 0 ? (
        <Field
          name="key"
          kind="select"
          label={t(kind === 'languages' ? 'whichLanguage' : 'whichSkill')}
          rules={{ required: kind === 'languages' }}
          choices={[
            { value: '', label: t(kind === 'languages' ? 'choose' : 'ownSkill') },
            ...given.map((key) => ({ value: key, label: wordOf(key) })),
          ]}
        />
      ) : null}
      <Field name="nameNl" label={t('nameNl')} />
      <Field name="nameEn" label={t('nameEn')} hint={t('nameEnHint')} />
    </Dialog>
  );
}
