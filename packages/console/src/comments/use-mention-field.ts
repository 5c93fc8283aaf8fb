import { useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { completeMention, type Mentioned, offeredPeople, typedMention } from './mention-rules.ts';

/** The state of a text field that offers people while an `@` and the beginning of a name are typed. */
export function useMentionField(people: readonly Mentioned[], initial: string) {
  const [text, setText] = useState(initial);
  const [caret, setCaret] = useState(initial.length);
  const ref = useRef<HTMLTextAreaElement>(null);
  const moveTo = useRef<number>(undefined);
  const combobox = useCombobox();
  const typed = typedMention(text, caret);
  const offered = typed === undefined ? [] : offeredPeople(people, typed);
  // Sets the caret after the text was replaced, because the replacement moves the caret to the end.
  useLayoutEffect(() => {
    if (moveTo.current === undefined) return;
    ref.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = undefined;
  });
  const first = offered[0]?.personId;
  const selectFirst = useEffectEvent(() => combobox.selectFirstOption());
  // the list must be rendered before an option can be selected
  useEffect(() => {
    if (first !== undefined) selectFirst();
  }, [first]);
  const change = (next: string, position: number) => {
    setText(next);
    setCaret(position);
    if (typedMention(next, position) === undefined) combobox.closeDropdown();
    else combobox.openDropdown();
  };
  const choose = (personId: string) => {
    const person = people.find((one) => one.personId === personId);
    if (!person) return;
    const completed = completeMention(text, caret, person);
    moveTo.current = completed.caret;
    change(completed.text, completed.caret);
  };
  return { text, ref, combobox, offered, change, choose, moveCaret: setCaret };
}
