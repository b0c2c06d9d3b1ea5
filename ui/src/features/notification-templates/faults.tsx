// What is wrong with a text, at the text: a sentence and, where there is one, the way to mend it.
import { useTranslation } from 'react-i18next';
import type { MailTemplateTexts } from '../../api/template-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { insideOf, isSlot, nearest, valueName, withReplaced } from '../../components/mail/placeholders.ts';
import { Icon } from '../../components/media/icon.tsx';
import { useSlotWords } from './slot-words.ts';
import { type Fault, slotOf, type Texts } from './template-texts.ts';

type Known = Pick<MailTemplateTexts, 'placeholders' | 'maxLengths'>;

export interface Mended {
  label: string;
  /** The whole text, mended; null where it goes in at the cursor. */
  text: string | null;
  /** What goes in at the cursor. */
  piece?: string;
}

export interface Told {
  text: string;
  /** What it is about, in a word or two. */
  about: string;
  mend: Mended | null;
}

/** A sentence for each fault, with the way to mend it. */
export function useFaultWords(known: Known): (fault: Fault, texts: Texts) => Told {
  const tell = useSentences(known);
  const { t } = useTranslation('mail-texts');
  const labelOf = useSlotWords();
  return (fault, texts) => {
    const { part, rule, placeholder } = fault;
    const isOfSlot = placeholder !== '';
    const slot = isSlot(placeholder) ? placeholder : slotOf(placeholder, known.placeholders);
    const name = rule === 'unknown_placeholder' ? insideOf(placeholder) || placeholder : labelOf(slot);
    return { ...tell(fault, texts), about: isOfSlot ? `‘${name}’` : t(`part.${part}`) };
  };
}

function useSentences(known: Known): (fault: Fault, texts: Texts) => Omit<Told, 'about'> {
  const { t } = useTranslation('mail-texts');
  const labelOf = useSlotWords();
  return ({ part, rule, placeholder, detail }, texts) => {
    const text = texts[part];
    const name = insideOf(placeholder) || placeholder;
    switch (rule) {
      case 'unknown_placeholder': {
        const like = nearest(placeholder, known.placeholders, labelOf);
        return like
          ? {
              text: t('fault.suggestion', { name, label: isSlot(like) ? labelOf(like) : like }),
              mend: { label: t('fault.replace'), text: withReplaced(text, placeholder, like) },
            }
          : {
              text: t('fault.unknown', { name }),
              mend: { label: t('fault.remove'), text: withReplaced(text, placeholder, '') },
            };
      }
      case 'missing_placeholder': {
        const slot = isSlot(placeholder) ? placeholder : slotOf(placeholder, known.placeholders);
        const isOffered = known.placeholders.includes(slot);
        return {
          text: t('fault.missing', { label: labelOf(slot) }),
          mend: isOffered ? { label: t('fault.insert'), text: null, piece: slot } : null,
        };
      }
      case 'optional_placeholder': {
        const condition = `{% if ${valueName(placeholder)} %}`;
        const mayWrap = known.placeholders.includes(condition) && text.includes(placeholder);
        return {
          text: t('fault.optional', { label: labelOf(placeholder) }),
          mend: mayWrap
            ? {
                label: t('fault.wrap'),
                text: withReplaced(text, placeholder, `${condition}${placeholder}{% endif %}`),
              }
            : null,
        };
      }
      case 'template':
        return { text: t('fault.template'), mend: null };
      case 'required':
        return { text: t('fault.required'), mend: null };
      case 'length':
        return { text: t('fault.length', { count: known.maxLengths[part] }), mend: null };
      default:
        return { text: detail ?? rule, mend: null };
    }
  };
}

interface FaultLinesProps {
  told: readonly Told[];
  onMend: (mended: Mended) => void;
}

export function FaultLines({ told, onMend }: FaultLinesProps) {
  return told.map(({ text, mend }) => (
    <li key={text}>
      <span>
        <Icon name="alert" />
        {text}
      </span>
      {mend ? <Button onClick={() => onMend(mend)}>{mend.label}</Button> : null}
    </li>
  ));
}
