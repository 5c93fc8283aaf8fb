import type { Messages } from '../i18n/en.ts';
import type { CountTone } from '../ui/counts/count-tone.ts';

const tones: Partial<Record<keyof Messages['states'], CountTone>> = {
  Ready: 'chosen',
  Submitted: 'away',
  Pending: 'away',
  Accepted: 'good',
  Returned: 'lacking',
  Rejected: 'bad',
};

/** Returns the color of a state on a channel. */
export const stateTone = (state: keyof Messages['states']): CountTone => tones[state] ?? 'neutral';
