import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { type CountTone, toneClass } from './count-tone.ts';
import classes from './counts.module.css';

export interface CountSegment {
  id: string;
  label: string;
  /** The number that the segment shows, which determines its width. Greater than 0. */
  count: number;
  tone: CountTone;
  /** Renders the link of the segment with these properties. */
  link: (props: { className: string; style: CSSProperties; children: string }) => ReactNode;
}

/** A bar of counts with a legend. Its segments are links. @param name for screen readers */
export function CountBar({ name, segments }: { name: string; segments: readonly CountSegment[] }) {
  const formats = useFormats();
  if (segments.length === 0) return null;
  return (
    <div role="group" aria-label={name}>
      <div className={classes.bar}>
        {segments.map(({ id, count, tone, link }) => {
          const style = { flex: `${count} 1 0` };
          return (
            <Fragment key={id}>
              {link({ className: toneClass('segment', tone), style, children: formats.number(count) })}
            </Fragment>
          );
        })}
      </div>
      <div className={classes.legend} aria-hidden>
        {segments.map(({ id, label, count, tone }) => (
          <span key={id}>
            <span className={toneClass('swatch', tone)} />
            {label} <span className="number">{formats.number(count)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
