import { Button, Combobox, Group, Textarea, useCombobox } from '@mantine/core';
import { commentLimits } from '@pimento/contract/wire';
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { useCommentTexts } from './comment-texts.ts';
import { completeMention, type Mentioned, offeredPeople, typedMention } from './mention-rules.ts';

interface CommentFormProps {
  people: readonly Mentioned[];
  /** Label of the button that saves. */
  submit: string;
  loading: boolean;
  onSubmit: (text: string) => void;
  initial?: string;
  onCancel?: () => void;
}

/** A field for a comment; `@` offers colleagues. Ctrl Enter saves. */
export function CommentForm({ people, submit, loading, onSubmit, initial = '', onCancel }: CommentFormProps) {
  const texts = useCommentTexts();
  const [text, setText] = useState(initial);
  const [caret, setCaret] = useState(initial.length);
  const field = useRef<HTMLTextAreaElement>(null);
  const moveTo = useRef<number>(undefined);
  const combobox = useCombobox();
  useUnsaved(text !== initial && text.trim() !== '');
  const typed = typedMention(text, caret);
  const offered = typed === undefined ? [] : offeredPeople(people, typed);
  // after the text was replaced, because the caret is at its end then
  useLayoutEffect(() => {
    if (moveTo.current === undefined) return;
    field.current?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = undefined;
  });
  const change = (next: string, position: number) => {
    setText(next);
    setCaret(position);
    if (typedMention(next, position) === undefined) combobox.closeDropdown();
    else combobox.openDropdown();
    combobox.updateSelectedOptionIndex();
  };
  const choose = (personId: string) => {
    const person = people.find((one) => one.personId === personId);
    if (!person) return;
    const completed = completeMention(text, caret, person);
    moveTo.current = completed.caret;
    change(completed.text, completed.caret);
  };
  const canSave = text.trim() !== '' && text !== initial;
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canSave && !loading) onSubmit(text.trim());
  };
  return (
    <form onSubmit={save}>
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
        <Combobox.Target autoComplete="off" withKeyboardNavigation={offered.length > 0}>
          <Textarea
            ref={field}
            aria-label={texts.placeholder}
            placeholder={texts.placeholder}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={commentLimits.text}
            value={text}
            autoFocus={onCancel !== undefined}
            onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionEnd)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={offered.length === 0}>
          <Combobox.Options aria-label={texts.people}>
            {offered.map(({ personId, name }) => (
              <Combobox.Option key={personId} value={personId}>
                {name}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Group justify="flex-end" gap="xs" mt={6}>
        {onCancel && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
        <Button size="compact-sm" type="submit" loading={loading} disabled={!canSave}>
          {submit}
        </Button>
      </Group>
    </form>
  );
}
