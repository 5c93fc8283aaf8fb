import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';

const pauseMs = 250;

/** A search field that reports its text when the user pauses typing. */
export function SearchField(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
  /** Called when Enter or the down arrow is pressed, to move the focus to the results. */
  onLeave?: () => void;
  inputRef?: RefObject<HTMLInputElement | null>;
}) {
  const { label, placeholder, value = '', onChange, onLeave, inputRef } = props;
  const t = useMessages();
  const [text, setText] = useState(value);
  const settle = useDebouncedCallback((next: string) => onChange(next === '' ? undefined : next), pauseMs);
  // browser navigation and clearing the filters also change the text
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      {...(inputRef ? { ref: inputRef } : {})}
      w={{ base: '100%', xs: 320 }}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        settle(currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (!onLeave || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onLeave();
      }}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t.common.clear}
            onClick={() => {
              setText('');
              onChange(undefined);
            }}
          />
        )
      }
    />
  );
}
