import { useRef } from 'react';
import { useLanguage } from '../../i18n/language.tsx';
import { type ProgressSample, timeLeft, withSample } from './time-left.ts';

const en = {
  soon: 'Less than 1 minute left',
  minutes: (count: number) => `About ${count === 1 ? '1 minute' : `${count} minutes`} left`,
  hours: (count: number) => `About ${count === 1 ? '1 hour' : `${count} hours`} left`,
};
const de: typeof en = {
  soon: 'Noch weniger als 1 Minute',
  minutes: (count) => `Noch etwa ${count === 1 ? '1 Minute' : `${count} Minuten`}`,
  hours: (count) => `Noch etwa ${count === 1 ? '1 Stunde' : `${count} Stunden`}`,
};
const texts = { en, de };

const minuteMs = 60_000;
/** From this number of minutes, the text shows hours, because the estimate is not accurate to the minute. */
const maxMinutes = 100;

/** The time that a running job still takes. Renders nothing while it is unknown. Must be rendered again while the job runs. */
export function TimeLeft({ done, total }: { done: number; total: number | null }) {
  const t = texts[useLanguage().language];
  const samples = useRef<ProgressSample[]>([]);
  const now = performance.now();
  samples.current = withSample(samples.current, { at: now, done });
  const left = total === null ? undefined : timeLeft(samples.current, total, now);
  if (left === undefined) return null;
  const minutes = Math.round(left / minuteMs);
  if (minutes === 0) return t.soon;
  return minutes < maxMinutes ? t.minutes(minutes) : t.hours(Math.round(minutes / 60));
}
