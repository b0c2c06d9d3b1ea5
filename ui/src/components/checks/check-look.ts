// The sign and the colour of a check.
import type { CheckState } from '../../lib/checks/checks.ts';
import type { Tone } from '../content/badge.tsx';
import type { IconName } from '../media/icon.tsx';

interface Look {
  tone: Tone;
  icon: IconName;
}

const LOOKS: Readonly<Record<CheckState, Look>> = {
  requested: { tone: 'info', icon: 'mail' },
  claimed: { tone: 'warning', icon: 'hand' },
  seen: { tone: 'success', icon: 'check' },
  expiring: { tone: 'warning', icon: 'wait' },
  expired: { tone: 'danger', icon: 'alert' },
  replaced: { tone: 'neutral', icon: 'history' },
  revoked: { tone: 'danger', icon: 'close' },
  cancelled: { tone: 'neutral', icon: 'close' },
};

export const lookOf = (state: CheckState): Look => LOOKS[state];
