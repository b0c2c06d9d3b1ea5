// One of many, such as a person or an organisation: typed, found, taken. Its value is the id of what was taken.
import { useEffect, useId, useState } from 'react';
import { useForm } from '../form-context.ts';
import { SuggestField } from './suggest-field.tsx';

type SuggestProps = Parameters<typeof SuggestField>[0];

interface SuggestedChoiceProps
  extends Pick<SuggestProps, 'label' | 'hint' | 'icon' | 'suggest' | 'countLabel'> {
  name: string;
  /** What is said where something was typed and nothing taken. */
  none: string;
  /** Whether nothing typed at all will do. */
  mayBeEmpty?: boolean;
}

export function SuggestedChoice({ name, none, mayBeEmpty = false, ...shown }: SuggestedChoiceProps) {
  const form = useForm();
  const id = useId();
  const [text, setText] = useState('');
  const { register } = form;

  // Without a list of what it depends on: the words follow the language.
  useEffect(() =>
    register({
      name,
      id,
      label: shown.label,
      short: undefined,
      rules: {},
      check: (value) => (value || (mayBeEmpty && text.trim() === '') ? null : none),
    }),
  );

  return (
    <SuggestField
      {...shown}
      id={id}
      name={name}
      error={form.errors[name]}
      value={text}
      onChange={(typed) => {
        setText(typed);
        form.set(name, '');
      }}
      onTake={(taken, words) => {
        setText(words);
        form.set(name, taken);
      }}
    />
  );
}
