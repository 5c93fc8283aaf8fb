import { type CountTone, toneClass } from './count-tone.ts';

/** A label in the color that bars use for counts of this tone. */
export function CountBadge({ label, tone, title }: { label: string; tone: CountTone; title?: string }) {
  return (
    <span className={toneClass('badge', tone)} title={title}>
      {label}
    </span>
  );
}
