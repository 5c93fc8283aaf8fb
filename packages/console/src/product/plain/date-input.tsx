import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

/** Shows the message of the browser if the date in an input is incomplete, and returns true. */
function reportsIncomplete(input: HTMLInputElement): boolean {
  if (!input.validity.badInput) return false;
  input.reportValidity();
  return true;
}

/** Returns true if an element contains an incomplete date. Shows the message of the browser at that date. */
export const hasIncompleteDate = (root: Element | null): boolean =>
  [...(root?.querySelectorAll<HTMLInputElement>('input[type=date], input[type=datetime-local]') ?? [])].some(
    reportsIncomplete,
  );

/**
 * The date input of the browser. The browser reports an incomplete date as an empty one, which would delete the stored date. While the date
 * is incomplete, this input therefore reports the original date, and Enter shows the message of the browser.
 */
export function DateInput(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus: boolean;
  size: 'xs' | 'sm';
  /** True if the input has a time after the day. */
  hasTime?: boolean;
}) {
  const { label, value, onChange, autoFocus, size, hasTime = false } = props;
  const [typed, setTyped] = useState({ original: value, sent: value, isIncomplete: false });
  // something other than this input has changed the value, for example the removal of another item of a list
  if (value !== typed.sent) setTyped({ original: value, sent: value, isIncomplete: false });
  const change = (input: HTMLInputElement) => {
    const isIncomplete = input.validity.badInput;
    const sent = isIncomplete ? typed.original : input.value;
    setTyped({ ...typed, sent, isIncomplete });
    onChange(sent);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || !reportsIncomplete(event.currentTarget)) return;
    event.preventDefault();
    event.stopPropagation(); // neither saves the form nor closes the cell
  };
  return (
    <TextInput
      type={hasTime ? 'datetime-local' : 'date'}
      max={hasTime ? '9999-12-31T23:59' : '9999-12-31'}
      // without `any`, the browser rejects times with seconds
      step={hasTime ? 'any' : undefined}
      aria-label={label}
      size={size}
      autoFocus={autoFocus}
      value={typed.isIncomplete ? '' : value}
      onChange={({ currentTarget }) => change(currentTarget)}
      onKeyDown={onKeyDown}
    />
  );
}
