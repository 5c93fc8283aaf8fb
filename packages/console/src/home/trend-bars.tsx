import { useFormats } from '../i18n/language.tsx';
import { type Trend, trendText } from './trend-text.ts';
import classes from './work.module.css';
import { useWorkTexts } from './work-texts.ts';

const size = { bar: 5, gap: 2, height: 24 };
/** Minimum height, in pixels, of the bar of a number above 0, so that it stays visible next to a high bar. */
const minHeight = 2;

/** A small bar chart with one bar per day. Days with an unknown number have no bar. */
export function TrendBars({ days, trend }: Trend) {
  const texts = useWorkTexts();
  const formats = useFormats();
  const highest = Math.max(0, ...trend.map((count) => count ?? 0));
  const label = trendText(texts, formats, { days, trend });
  const width = days.length * (size.bar + size.gap) - size.gap;
  return (
    <svg className={classes.trend} width={width} height={size.height} role="img" aria-label={label}>
      <title>{label}</title>
      {trend.map((count, index) => {
        if (count === null) return null;
        const height = count === 0 ? 1 : Math.max(minHeight, (count / highest) * size.height);
        return (
          <rect
            key={days[index]}
            data-none={count === 0 || undefined}
            x={index * (size.bar + size.gap)}
            y={size.height - height}
            width={size.bar}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
