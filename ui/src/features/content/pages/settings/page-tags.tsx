// The subjects of a news item: typed, with commas between them.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../../../components/form/field-frame.tsx';
import { isSame } from '../state/document.ts';

const MOST = 10;
const LONGEST = 40;

interface PageTagsProps {
  id: string;
  value: readonly string[];
  onChange: (tags: readonly string[]) => void;
}

export const tagsOf = (text: string): readonly string[] =>
  [...new Set(text.split(',').map((tag) => tag.trim().slice(0, LONGEST)))]
    .filter((tag) => tag !== '')
    .slice(0, MOST);

export function PageTags({ id, value, onChange }: PageTagsProps) {
  const { t } = useTranslation('content-pages');
  const [text, setText] = useState(value.join(', '));
  const shown = isSame(tagsOf(text), value) ? text : value.join(', ');
  return (
    <FieldFrame id={id} label={t('page.tags')} hint={t('page.tagsHint')} required={false}>
      <input
        className="input"
        id={id}
        value={shown}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          setText(event.target.value);
          onChange(tagsOf(event.target.value));
        }}
      />
    </FieldFrame>
  );
}
