// How the standing of hours looks: a colour with a sign; the word comes with it.
import type { Tone } from '../../components/content/badge.tsx';
import type { IconName } from '../../components/media/icon.tsx';
import type { Standing } from '../../lib/hours/hours.ts';

export const STANDING_LOOK: Readonly<Record<Standing, { tone: Tone; icon: IconName }>> = {
  logged: { tone: 'info', icon: 'wait' },
  confirmed: { tone: 'success', icon: 'check' },
  corrected: { tone: 'warning', icon: 'pen' },
  asked: { tone: 'warning', icon: 'question' },
  disagreed: { tone: 'warning', icon: 'message' },
  refused: { tone: 'danger', icon: 'close' },
};
