import { useFormats } from '../i18n/language.tsx';
import classes from './work.module.css';
import { useWorkTexts } from './work-texts.ts';

const size = { bar: 5, gap: 2, height: 24 };
/** Keeps the bar of a small number visible next to the bar of a large number. */
const minHeight = 2;

/**
 * A small bar chart with one bar per day. Days without a number have no bar.
 * @param props.days yyyy-MM-dd, the oldest first
 */
export function TrendBars({ days, trend }: { days: readonly string[]; trend: readonly (number | null)[] }) {
  const texts = useWorkTexts();
  const formats = useFormats();
  const highest = Math.max(0, ...trend.map((count) => count ?? 0));
  const day = days[trend.findLastIndex((count) => count === highest)];
  const length = formats.number(days.length);
  const label =
    highest === 0 || day === undefined
      ? texts.noTrend(length)
      : texts.trend(length, formats.number(highest), formats.day(day));
  const width = days.length * (size.bar + size.gap) - size.gap;
  return (
    <svg className={classes.trend} width={width} height={size.height} role="img" aria-label={label}>
      <title>{label}</title>
      {trend.map((count, index) => {
        const height = count === null || count === 0 ? 1 : Math.max(minHeight, (count / highest) * size.height);
        return (
          <rect
            key={days[index]}
            data-none={count === null || count === 0 || undefined}
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
