import { Textarea, type TextareaProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { keepLineEnds, shownLines } from './line-ends.ts';

/** A text field that grows with its text and keeps the line ends of the text that it was given. */
export function TextLines({
  value,
  onChange,
  lines = true,
  ...field
}: Omit<TextareaProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  /** False if the text is meant to have one line. */
  lines?: boolean;
}) {
  const [original] = useState(value);
  return (
    <Textarea
      autosize
      {...field}
      data-one-line={!lines || undefined}
      value={shownLines(value)}
      onChange={({ currentTarget }) => onChange(keepLineEnds(value, currentTarget.value, { lines, original }))}
    />
  );
}

/**
 * Checks whether a key press in a TextLines field ends the input: Ctrl Enter, and Enter in a text of one line. Shift Enter begins a new
 * line. An Enter that chooses a word of an input method does not count.
 */
export function endsInput(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return true;
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement)) return false;
  return field.dataset['oneLine'] === 'true' || (!event.shiftKey && !field.value.includes('\n'));
}
