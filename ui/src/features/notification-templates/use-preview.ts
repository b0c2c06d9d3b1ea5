// The mail as it would be sent with what is typed: asked when nobody has typed for a moment.
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { send } from '../../api/requests.ts';
import { type MailTextPreview, TEMPLATE_CALLS, type TextLocale } from '../../api/template-calls.ts';
import { type Texts, wholeInput } from './template-texts.ts';

const REST_MS = 500;

export interface Preview {
  mail: MailTextPreview | null;
  /** refused: what is shown is from before; failed: it could not be asked. */
  state: 'fresh' | 'waiting' | 'refused' | 'failed';
  retry: () => void;
}

interface Asked {
  kind: string;
  locale: TextLocale;
  texts: Texts;
  /** Known to be refused: not asked. */
  isFaulty: boolean;
}

export function usePreview({ kind, locale, texts, isFaulty }: Asked): Preview {
  const [shown, setShown] = useState<{ locale: TextLocale; mail: MailTextPreview } | null>(null);
  const [state, setState] = useState<Preview['state']>('waiting');
  const [tries, setTries] = useState(0);
  const { subject, intro, body } = texts;
  const isFirst = shown?.locale !== locale;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when what is typed rests; `tries` asks once more
  useEffect(() => {
    if (isFaulty) {
      setState('refused');
      return undefined;
    }
    setState('waiting');
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const { item } = await send(TEMPLATE_CALLS.preview, {
          id: kind,
          query: { locale },
          body: wholeInput({ subject, intro, body }),
          signal: stop.signal,
        });
        if (stop.signal.aborted || item === null) return;
        setShown({ locale, mail: item });
        setState('fresh');
      } catch (cause) {
        if (stop.signal.aborted) return;
        setState(cause instanceof ApiError && cause.statusCode === 422 ? 'refused' : 'failed');
      }
    };
    const timer = setTimeout(() => void ask(), isFirst ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kind, locale, subject, intro, body, isFaulty, tries]);
  return { mail: isFirst ? null : shown.mail, state, retry: () => setTries((times) => times + 1) };
}
