// The words of blocks, by the names that the server gives them: of a type, a field, a choice.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { serverWords } from '../../../../lib/locale/server-words.ts';

export interface BlockWords {
  name: (type: string) => string;
  hint: (type: string) => string;
  field: (type: string, field: string) => string;
  /** Empty when there is none. */
  fieldHint: (type: string, field: string) => string;
  choice: (field: string, value: string) => string;
  group: (group: string) => { name: string; text: string };
  ground: (ground: string) => string;
}

export function useBlockWords(): BlockWords {
  const { t } = useTranslation('content-blocks');
  return useMemo(() => {
    const translate = serverWords(t);
    return {
      name: (type) => translate(`block.${type}.name`, { defaultValue: type }),
      hint: (type) => translate(`block.${type}.hint`, { defaultValue: '' }),
      field: (type, field) =>
        translate([`field.${type}.${field}`, `field.${field}`], { defaultValue: field }),
      fieldHint: (type, field) =>
        translate([`field_hint.${type}.${field}`, `field_hint.${field}`], { defaultValue: '' }),
      choice: (field, value) => translate(`choice.${field}.${value}`, { defaultValue: value }),
      group: (group) => ({
        name: translate(`group.${group}.name`, { defaultValue: group }),
        text: translate(`group.${group}.text`, { defaultValue: '' }),
      }),
      ground: (ground) => translate(`ground.${ground}`, { defaultValue: ground }),
    };
  }, [t]);
}
