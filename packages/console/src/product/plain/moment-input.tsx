import { useState } from 'react';
import { DateInput } from './date-input.tsx';
import { toLocal, toMoment } from './moment-text.ts';

/**
 * The input of the browser for day and time, in the time zone of the browser. If the user enters the original time again, reports exactly
 * the original text.
 */
export function MomentInput(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus: boolean;
  size: 'xs' | 'sm';
}) {
  const [original] = useState(props.value);
  return (
    <DateInput
      {...props}
      hasTime
      value={toLocal(props.value)}
      onChange={(next) => props.onChange(next === toLocal(original) ? original : toMoment(next, props.value))}
    />
  );
}
