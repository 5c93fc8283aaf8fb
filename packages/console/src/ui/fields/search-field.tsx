import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { receiveValue } from './reported-texts.ts';

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
  const reported = useRef<readonly string[]>([]);
  const report = (next: string) => {
    reported.current = [...reported.current, next];
    onChange(next === '' ? undefined : next);
  };
  const settle = useDebouncedCallback(report, pauseMs);
  // Browser navigation and clearing the filters also change the text. The field's own text returns after a navigation, during which the
  // user may have typed more.
  useEffect(() => {
    const received = receiveValue(reported.current, value);
    reported.current = received.reported;
    if (!received.isOwn) setText(value);
  }, [value]);
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
              settle.cancel();
              setText('');
              report('');
            }}
          />
        )
      }
    />
  );
}
