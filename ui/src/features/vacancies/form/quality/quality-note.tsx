// The remark below a field, and the plain words that replace hard ones by one press.
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/actions/button.tsx';
import { useForm } from '../../../../components/form/form-context.ts';
import { paragraphsOf } from '../../../../components/form/prose.ts';
import { Icon } from '../../../../components/media/icon.tsx';
import { language } from '../../../../lib/locale/language.ts';
import { serverWords } from '../../../../lib/locale/server-words.ts';
import { offerRemark, type Remark, replaceWord, type Swap, textRemark, titleRemark } from './quality.ts';
import { writingHints } from './writing-hints.store.ts';
import { WritingHints } from './writing-hints.tsx';
import './quality.css';

export type Judged = 'title' | 'summary' | 'description' | 'offer' | 'expenses' | 'requirements';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @useSignals */
export function QualityNote({ name }: { name: Judged }) {
  const { value, set } = useForm();
  const written = text(value[name]);
  const spoken = language.value === 'en' ? 'en' : 'nl';
  const remark: Remark | null =
    name === 'title'
      ? titleRemark(written, spoken)
      : name === 'description'
        ? textRemark(paragraphsOf(written), spoken)
        : name === 'offer'
          ? offerRemark(written, text(value.expenses))
          : null;
  // What the centre stops at is not praised above it.
  const hasHint = writingHints.value.some(({ field }) => field === name);
  return (
    <div aria-live="polite">
      {remark && !(remark.tone === 'good' && hasHint) ? (
        <RemarkLine remark={remark} onSwap={(swap) => set(name, replaceWord(written, swap))} />
      ) : null}
      <WritingHints name={name} />
    </div>
  );
}

function RemarkLine({ remark, onSwap }: { remark: Remark; onSwap: (swap: Swap) => void }) {
  const { t } = useTranslation('vacancy-steps');
  const isGood = remark.tone === 'good';
  return (
    <div className={isGood ? 'quality is-good' : 'quality is-better'}>
      <Icon name={isGood ? 'check' : 'pen'} />
      <div>
        <p>
          <b>{t(`quality.${remark.tone}`)}</b>{' '}
          {serverWords(t)(`quality.${remark.key}`, {
            count: remark.count ?? 0,
            number: remark.count ?? 0,
          })}
        </p>
        {remark.swaps ? (
          <ul className="word-swap">
            {remark.swaps.map((swap) => (
              <li key={swap.hard}>
                <span>
                  {swap.hard} <span aria-hidden="true">→</span>{' '}
                  <span className="visually-hidden">{t('quality.becomes')}</span> <ins>{swap.plain}</ins>
                </span>
                <Button small aria-label={t('quality.swapLabel', { ...swap })} onClick={() => onSwap(swap)}>
                  {t('quality.swap')}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
