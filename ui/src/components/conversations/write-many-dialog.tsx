// One message to many people at once: who gets it, who does not and why, how many are left today, and the text.
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  filled,
  openPlaceholder,
  type PlaceholderValues,
  snippetTitle,
} from '../../lib/conversations/snippet-text.ts';
import { type SnippetOwner, useSnippets } from '../../lib/conversations/snippets.ts';
import {
  type ManyTo,
  type Preview,
  previewMany,
  type SkipReason,
  writeMany,
} from '../../lib/conversations/write-many.ts';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { language } from '../../lib/locale/language.ts';
import { currentUser } from '../../lib/session/session.ts';
import { Button } from '../actions/button.tsx';
import { Chip, ChipRow } from '../content/badge.tsx';
import { TextSkeleton } from '../feedback/loading.tsx';
import { Notice } from '../feedback/notice.tsx';
import { useForm } from '../form/form-context.ts';
import { MessageDialog, type NewMessage } from './message-dialog.tsx';

export interface Many {
  /** As the screen knows them: the server names nobody whom the sender may not write to. */
  people: readonly { id: string; name: string }[];
  about?: { type: 'vacancies' | 'activities'; id: string; title: string };
  /** In whose name; none: that of who is signed in. */
  organizationId?: string;
  /** Whose saved answers can be used. */
  owner: SnippetOwner | null;
}

interface WriteManyDialogProps {
  many: Many;
  onClose: () => void;
  onSent: () => void;
}

const toOf = ({ people, about, organizationId }: Many): ManyTo => ({
  ids: people.map(({ id }) => id),
  ...(about ? { aboutType: about.type, aboutId: about.id } : {}),
  ...(organizationId === undefined ? {} : { senderOrganizationId: organizationId }),
});

export function WriteManyDialog({ many, onClose, onSent }: WriteManyDialogProps) {
  const { t } = useTranslation('write-many');
  const { preview, failure } = usePreview(many);
  const { about, owner } = many;
  const draft = `conversations/many-${about ? `${about.type}-${about.id}` : ''}`;
  const count = preview?.recipients.length ?? 0;
  const canWrite = preview !== null && count > 0 && count <= preview.leftToday;

  async function handleSend(message: NewMessage, key: string) {
    const sent = await writeMany(toOf(many), message, key);
    addToast({ title: t('done', { count: sent }), color: 'success' });
    onClose();
    onSent();
  }

  return (
    <MessageDialog
      title={t('title')}
      description={canWrite && about ? t('about', { title: about.title }) : undefined}
      of="POST /conversations/many"
      draft={draft}
      mayWrite={canWrite}
      hasSubject={about === undefined}
      hint={t('bodyHint')}
      check={(body) => {
        const place = openPlaceholder(body);
        return place === null ? null : t('placeholder', { place });
      }}
      submit={t('send', { count })}
      onSend={handleSend}
      onClose={onClose}
      below={<SavedAnswers owner={owner} values={valuesOf(many)} />}
    >
      {failure ? (
        <Notice tone="danger" live>
          <p>{failure}</p>
        </Notice>
      ) : null}
      {preview ? <People many={many} preview={preview} /> : null}
      {preview === null && failure === null ? <TextSkeleton lines={3} /> : null}
      {canWrite ? <p className="hint">{t('left', { count: preview.leftToday })}</p> : null}
    </MessageDialog>
  );
}

/** The first name is another for each: it is written without. */
const valuesOf = ({ about, owner }: Many): PlaceholderValues => ({
  vacature: about?.type === 'vacancies' ? about.title : '',
  organisatie: owner?.name ?? '',
  mijn_naam: currentUser.value?.firstName ?? '',
});

function usePreview(many: Many) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each dialog
  useEffect(() => {
    const asking = new AbortController();
    previewMany(toOf(many), asking.signal).then(setPreview, (thrown) => {
      if (!asking.signal.aborted) setFailure(normaliseError(thrown, { fatal: false }).message);
    });
    return () => asking.abort();
  }, []);
  return { preview, failure };
}

const REASONS: readonly SkipReason[] = ['no_consent', 'blocked', 'not_reachable'];

/** How many get it and who, who does not and why, and that there are too many for today. */
function People({ many, preview }: { many: Many; preview: Preview }) {
  const { t } = useTranslation('write-many');
  const { recipients, skipped, leftToday } = preview;
  const known = new Map(many.people.map(({ id, name }) => [id, name]));
  const nameOf = (one: { userId: string; name: string }): string =>
    one.name || known.get(one.userId) || t('nameless');
  const reasons = REASONS.flatMap((reason) => {
    const people = skipped.filter((each) => each.reason === reason);
    return people.length === 0 ? [] : [{ reason, names: people.map(nameOf) }];
  });
  return (
    <>
      {recipients.length > leftToday ? (
        <Notice tone="danger">
          <p>{t('tooMany', { count: leftToday })}</p>
        </Notice>
      ) : null}
      {recipients.length === 0 ? (
        <p>{t('nobody')}</p>
      ) : (
        <Names
          title={<strong>{t('recipients', { count: recipients.length })}</strong>}
          names={recipients.map(nameOf)}
        />
      )}
      {reasons.length > 0 ? (
        <Notice tone="warning">
          <p>
            <strong>{t('skipped', { count: skipped.length })}</strong>
          </p>
          <ul className="plain-list">
            {reasons.map(({ reason, names }) => (
              <li key={reason}>
                <Names title={t(`reason.${reason}`)} names={names} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names);

const NAMES_SHOWN = 5;

/** A few names are a line; more of them are asked for. */
function Names({ title, names }: { title: ReactNode; names: readonly string[] }) {
  const { t } = useTranslation('write-many');
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const more = names.length - NAMES_SHOWN;
  const shown = isOpen || more <= 0 ? names : [...names.slice(0, NAMES_SHOWN), t('more', { count: more })];
  return (
    <div>
      <p id={id}>
        {title} {listOf(shown)}
      </p>
      {more > 0 ? (
        <Button
          small
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'fold' : 'unfold')}
        </Button>
      ) : null}
    </div>
  );
}

interface SavedAnswersProps {
  owner: SnippetOwner | null;
  values: PlaceholderValues;
}

/** That they cannot be had keeps nobody from writing. */
function SavedAnswers({ owner, values }: SavedAnswersProps) {
  const { t } = useTranslation('write-many');
  const { value, set } = useForm();
  const { items } = useSnippets(owner);
  if (items.length === 0) return null;

  function insert(text: string) {
    const body = String(value.body ?? '').trimEnd();
    const answer = filled(text, values);
    set('body', body === '' ? answer : `${body}\n\n${answer}`);
  }

  return (
    <ChipRow label={t('snippets')}>
      {items.map(({ id, text }) => (
        <Chip key={id} icon="plus" onClick={() => insert(text)}>
          {snippetTitle(filled(text, values))}
        </Chip>
      ))}
    </ChipRow>
  );
}
