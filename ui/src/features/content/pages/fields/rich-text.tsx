// The editor of a text with markup: bold, italic, link, lists, headings. What is pasted is cleaned first.
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/actions/button.tsx';
import { Icon, type IconName } from '../../../../components/media/icon.tsx';
import { handleToolbarKey } from '../canvas/toolbar-keys.ts';
import { cleanedHtml } from './pasted.ts';

interface RichTextProps {
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  value: string;
  most: number;
  onChange: (html: string) => void;
}

const ALLOWED = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

const EXTENSIONS = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      HTMLAttributes: { rel: null, target: null },
      isAllowedUri: (url) => ALLOWED.test(url),
    },
  }),
];

const isEmptyHtml = (html: string): boolean => html.replace(/<[^>]*>/g, '').trim() === '';

/** The editor keeps an empty paragraph after a list to go on in; it is no part of the text. */
const withoutTail = (html: string): string => html.replace(/(?:<p><\/p>)+$/, '');

export function RichText({ id, labelledBy, describedBy, value, most, onChange }: RichTextProps) {
  const { t } = useTranslation('content-pages');
  const said = useRef(value);
  const change = useRef(onChange);
  change.current = onChange;
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        class: 'rich-editor-area prose',
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      },
      transformPastedHTML: cleanedHtml,
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
        heading: now?.isActive('heading') ?? false,
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
  ) => (
    <Tool
      icon={name}
      label={t(`rich.${name}`)}
      isOn={state?.[name] ?? false}
      isFirst={isFirst}
      onPress={onPress}
    />
  );
  const left = most - (state?.length ?? 0);
  return (
    <div className="rich-editor">
      <div
        className="text-tools"
        role="toolbar"
        aria-label={t('rich.tools')}
        aria-controls={id}
        onKeyDown={handleToolbarKey}
      >
        {tool('bold', () => run().toggleBold().run(), true)}
        {tool('italic', () => run().toggleItalic().run())}
        <Tool
          icon="link"
          label={t('rich.link')}
          isOn={state?.link ?? false}
          onPress={() => setIsLinking(!isLinking)}
        />
        {tool('list', () => run().toggleBulletList().run())}
        {tool('numbers', () => run().toggleOrderedList().run())}
        {tool('heading', () => run().toggleHeading({ level: 3 }).run())}
      </div>
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
          {left < 0 ? t('rich.tooLong', { count: -left }) : t('rich.left', { count: left })}
        </p>
      ) : null}
    </div>
  );
}

interface ToolProps {
  icon: IconName;
  label: string;
  isOn: boolean;
  isFirst?: boolean;
  onPress: () => void;
}

function Tool({ icon, label, isOn, isFirst = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="tool-button is-inline"
      tabIndex={isFirst ? 0 : -1}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

interface LinkFormProps {
  href: string;
  onSet: (href: string) => void;
  onClose: () => void;
}

function LinkForm({ href, onSet, onClose }: LinkFormProps) {
  const { t } = useTranslation('content-pages');
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
      <label htmlFor={id}>{t('rich.address')}</label>
      {problem ? (
        <p className="field-error" id={`${id}-error`}>
          {t('rich.addressWrong')}
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
          {t('rich.setLink')}
        </Button>
        {href ? (
          <Button small variant="quiet" onClick={() => onSet('')}>
            {t('rich.unlink')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
