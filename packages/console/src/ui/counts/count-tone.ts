import classes from './counts.module.css';

/** The meaning of a count's color: `chosen` is ready to be submitted, `away` waits for the channel, `lacking` needs work. */
export type CountTone = 'neutral' | 'good' | 'chosen' | 'away' | 'lacking' | 'bad';

export const toneClass = (element: 'segment' | 'swatch' | 'badge', tone: CountTone): string =>
  `${classes[element]} ${classes[tone] ?? ''}`;
