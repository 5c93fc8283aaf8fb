import { DateInput } from './date-input.tsx';
import { toLocal, toMoment } from './moment-text.ts';

/** The input of the browser for day and time, in the time zone of the browser. An unchanged value keeps its text. */
export function MomentInput(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus: boolean;
  size: 'xs' | 'sm';
}) {
  const local = toLocal(props.value);
  return (
    <DateInput
      {...props}
      hasTime
      value={local}
      onChange={(next) => props.onChange(next === local ? props.value : toMoment(next))}
    />
  );
}
