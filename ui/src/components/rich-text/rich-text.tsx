// The editor of a text with markup: bold, italic, link, lists, headings. What is pasted is cleaned first.
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';
import { handleToolbarKey } from '../actions/toolbar-keys.ts';
import { Icon, type IconName } from '../media/icon.tsx';
import { cleanedHtml } from './pasted.ts';
import { changeTable, insertTable, TABLE_NODES, TABLE_STEPS } from './tables.ts';
import './rich-text.css';

interface RichTextProps {
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  value: string;
  most: number;
  /** A text of its own, with large headings and tables. */
  isWhole?: boolean | undefined;
  lang?: string | undefined;
  onChange: (html: string) => void;
}

const ALLOWED = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

const LINK = {
  openOnClick: false,
  autolink: true,
  HTMLAttributes: { rel: null, target: null },
  isAllowedUri: (url: string) => ALLOWED.test(url),
};

/** Beside a heading. */
const PART = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    heading: { levels: [3, 4] },
    link: LINK,
  }),
];

/** All that a text in Markdown can say, so that one can be taken over. */
const WHOLE = [
  StarterKit.configure({ underline: false, heading: { levels: [2, 3, 4] }, link: LINK }),
  ...TABLE_NODES,
];

const isEmptyHtml = (html: string): boolean => html.replace(/<[^>]*>/g, '').trim() === '';

/** The editor keeps an empty paragraph after a list to go on in; it is no part of the text. */
const withoutTail = (html: string): string => html.replace(/(?:<p><\/p>)+$/, '');

export function RichText(props: RichTextProps) {
  const { id, labelledBy, describedBy, value, most, isWhole = false, lang, onChange } = props;
  const { t } = useTranslation('rich-text');
  const said = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;
  const editor = useEditor({
    extensions: isWhole ? WHOLE : PART,
    content: value,
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        class: 'rich-editor-area prose',
        ...(lang ? { lang } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
      transformPastedHTML: (html) => cleanedHtml(html, isWhole),
    },
    onUpdate: ({ editor: now }) => {
      const html = withoutTail(now.getHTML());
      said.current = isEmptyHtml(html) ? '' : html;
      change.current(said.current);
    },
  });
  // A step back, or a colleague's version.
  useEffect(() => {
    if (!editor || value === said.current) return;
    said.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  const state = useEditorState({
    editor,
    selector: ({ editor: made }) => {
      // One that is not set up yet, or taken down while its block changes, has no schema to ask.
      const now = made?.schema ? made : null;
      return {
        bold: now?.isActive('bold') ?? false,
        italic: now?.isActive('italic') ?? false,
        link: now?.isActive('link') ?? false,
        list: now?.isActive('bulletList') ?? false,
        numbers: now?.isActive('orderedList') ?? false,
        heading: now?.isActive('heading', isWhole ? { level: 2 } : {}) ?? false,
        subheading: now?.isActive('heading', { level: 3 }) ?? false,
        table: now?.isActive('table') ?? false,
        length: now?.getText().length ?? 0,
      };
    },
  });
  const [isLinking, setIsLinking] = useState(false);
  if (!editor) return null;
  const run = () => editor.chain().focus();
  const tool = (
    name: 'bold' | 'italic' | 'list' | 'numbers' | 'heading',
    onPress: () => void,
    isFirst = false,
  ) => <Tool icon={name} label={t(name)} isOn={state?.[name] ?? false} isFirst={isFirst} onPress={onPress} />;
  const left = most - (state?.length ?? 0);
  return (
    <div className={isWhole ? 'rich-editor is-tall' : 'rich-editor'}>
      <div
        className="text-tools"
        role="toolbar"
        aria-label={t('tools')}
        aria-controls={id}
        onKeyDown={handleToolbarKey}
      >
        {tool('bold', () => run().toggleBold().run(), true)}
        {tool('italic', () => run().toggleItalic().run())}
        <Tool
          icon="link"
          label={t('link')}
          isOn={state?.link ?? false}
          onPress={() => setIsLinking(!isLinking)}
        />
        {tool('list', () => run().toggleBulletList().run())}
        {tool('numbers', () => run().toggleOrderedList().run())}
        {isWhole ? (
          <>
            <Tool
              label={t('large')}
              isOn={state?.heading ?? false}
              onPress={() => run().toggleHeading({ level: 2 }).run()}
            />
            <Tool
              label={t('heading')}
              isOn={state?.subheading ?? false}
              onPress={() => run().toggleHeading({ level: 3 }).run()}
            />
            <Tool
              icon="columns"
              label={t('table')}
              isOn={state?.table ?? false}
              onPress={() => (state?.table ? editor.commands.focus() : insertTable(editor))}
            />
          </>
        ) : (
          tool('heading', () => run().toggleHeading({ level: 3 }).run())
        )}
      </div>
      {state?.table ? (
        <fieldset className="table-tools-row" aria-label={t('tableTools')}>
          {TABLE_STEPS.map((step) => (
            <Button key={step} small variant="quiet" onClick={() => changeTable(editor, step)}>
              {t(`step.${step}`)}
            </Button>
          ))}
        </fieldset>
      ) : null}
      {isLinking ? (
        <LinkForm
          href={String(editor.getAttributes('link').href ?? '')}
          onSet={(href) => {
            const chain = run().extendMarkRange('link');
            if (href === '') chain.unsetLink().run();
            else if (editor.state.selection.empty && !editor.isActive('link')) {
              chain
                .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
                .run();
            } else chain.setLink({ href }).run();
            setIsLinking(false);
          }}
          onClose={() => {
            setIsLinking(false);
            editor.commands.focus();
          }}
        />
      ) : null}
      <EditorContent editor={editor} />
      {left < 500 ? (
        <p className={left < 0 ? 'field-error' : 'hint'} role="status">
          {left < 0 ? t('tooLong', { count: -left }) : t('left', { count: left })}
        </p>
      ) : null}
    </div>
  );
}

interface ToolProps {
  /** None: its name is what one sees. */
  icon?: IconName;
  label: string;
  isOn: boolean;
  isFirst?: boolean;
  onPress: () => void;
}

function Tool({ icon, label, isOn, isFirst = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="text-tool"
      tabIndex={isFirst ? 0 : -1}
      aria-pressed={isOn}
      aria-label={icon ? label : undefined}
      title={icon ? label : undefined}
      // The caret stays in the text: what is typed right after a press belongs there.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon ? <Icon name={icon} /> : label}
    </button>
  );
}

interface LinkFormProps {
  href: string;
  onSet: (href: string) => void;
  onClose: () => void;
}

function LinkForm({ href, onSet, onClose }: LinkFormProps) {
  const { t } = useTranslation('rich-text');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [to, setTo] = useState(href);
  const [problem, setProblem] = useState(false);
  useEffect(() => field.current?.focus(), []);
  function handleSet() {
    const typed = to.trim();
    const whole = /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(typed) ? `https://${typed}` : typed;
    if (whole !== '' && !ALLOWED.test(whole)) setProblem(true);
    else onSet(whole);
  }
  return (
    <div className="rich-link">
      <label htmlFor={id}>{t('address')}</label>
      {problem ? (
        <p className="field-error" id={`${id}-error`}>
          {t('addressWrong')}
        </p>
      ) : null}
      <input
        ref={field}
        id={id}
        className="input"
        value={to}
        inputMode="url"
        placeholder="https://"
        aria-invalid={problem || undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => {
          setTo(event.target.value);
          setProblem(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            handleSet();
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          }
        }}
      />
      <div className="button-row">
        <Button small onClick={handleSet}>
          {t('setLink')}
        </Button>
        {href ? (
          <Button small variant="quiet" onClick={() => onSet('')}>
            {t('unlink')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
