// What the centre would stop at in this field, with a sentence that one press puts in its place.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/actions/button.tsx';
import { useForm } from '../../../../components/form/form-context.ts';
import { Icon } from '../../../../components/media/icon.tsx';
import { serverWords } from '../../../../lib/locale/server-words.ts';
import {
  askWritingHints,
  forgetWritingHints,
  withReplacement,
  wordsOf,
  writingHints,
} from './writing-hints.store.ts';
import './quality.css';

/** @useSignals */
export function WritingHints({ name }: { name: string }) {
  const { t } = useTranslation('vacancy-steps');
  const { value, set } = useForm();
  const words = wordsOf(value);
  const key = JSON.stringify(words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are what the key says
  useEffect(() => askWritingHints(words), [key]);
  useEffect(() => forgetWritingHints, []);
  const hints = writingHints.value.filter(({ field }) => field === name);
  return hints.map((hint) => {
    const written = value[hint.field];
    const next = typeof written === 'string' ? withReplacement(hint.field, written, hint) : written;
    const canReplace = typeof written === 'string' && next !== written;
    return (
      <div className="quality is-better" key={`${hint.code}-${hint.passage}`}>
        <Icon name="info" />
        <div>
          <p>
            <b>{t('hint.title')}</b> {serverWords(t)(`hint.${hint.code}`, { found: hint.found.join(', ') })}
          </p>
          {canReplace ? (
            <ul className="word-swap">
              <li>
                <span>
                  <del>{hint.passage}</del> <span aria-hidden="true">→</span>{' '}
                  <span className="visually-hidden">{t('quality.becomes')}</span>{' '}
                  <ins>{hint.replacement}</ins>
                </span>
                <Button
                  small
                  aria-label={t('quality.swapLabel', { hard: hint.passage, plain: hint.replacement })}
                  onClick={() => set(hint.field, next)}
                >
                  {t('quality.swap')}
                </Button>
              </li>
            </ul>
          ) : null}
        </div>
      </div>
    );
  });
}
