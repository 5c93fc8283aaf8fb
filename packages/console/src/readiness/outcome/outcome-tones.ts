import type { ReadinessOutcome } from '@pimento/contract';
import type { CountTone } from '../../ui/counts/count-tone.ts';

export const outcomeTones: Record<ReadinessOutcome, CountTone> = {
  ready: 'good',
  incomplete: 'lacking',
  invalid: 'bad',
  unmapped: 'neutral',
  checking: 'neutral',
};
