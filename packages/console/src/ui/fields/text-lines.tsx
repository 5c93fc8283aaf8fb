import { Textarea, type TextareaProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { keepLineEnds, shownLines } from './line-ends.ts';

/** A text field that grows with its text and preserves the line endings of the given text. */
export function TextLines({
  value,
  onChange,
  lines = true,
  ...field
}: Omit<TextareaProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  /** False if the text should have one line. */
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
 * Returns true if a key press ends the input in a field. Ctrl+Enter and Cmd+Enter always end it. Enter ends it in date fields, selects of
 * the browser and fields marked with `data-one-line`. In other text areas, Enter ends it if the text has only one line, and Shift+Enter
 * inserts a line ending. Ignores an Enter that confirms a word in an input method editor.
 */
export function endsInput(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return false;
  if (event.ctrlKey || event.metaKey) return true;
  const field = event.target;
  if (field instanceof HTMLSelectElement) return true;
  if (field instanceof HTMLInputElement)
    return field.type === 'date' || field.type === 'datetime-local' || field.dataset['oneLine'] === 'true';
  if (!(field instanceof HTMLTextAreaElement)) return false;
  return field.dataset['oneLine'] === 'true' || (!event.shiftKey && !field.value.includes('\n'));
}
