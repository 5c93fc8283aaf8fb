import { Button, Combobox, Group, Textarea } from '@mantine/core';
import { maxCommentCharacters } from '@pimento/contract/wire';
import { isVisible } from '@pimento/contract/text';
import type { FormEvent, KeyboardEvent } from 'react';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { useCommentTexts } from './comment-texts.ts';
import type { Mentioned } from './mention-rules.ts';
import { useMentionField } from './use-mention-field.ts';

interface CommentFormProps {
  people: readonly Mentioned[];
  /** Label of the button that saves. */
  submit: string;
  loading: boolean;
  onSubmit: (text: string) => void;
  initial?: string;
  onCancel?: () => void;
  autoFocus?: boolean;
}

/** A field for a comment. Typing `@` suggests colleagues. Ctrl+Enter saves. */
export function CommentForm({
  people,
  submit,
  loading,
  onSubmit,
  initial = '',
  onCancel,
  autoFocus = false,
}: CommentFormProps) {
  const texts = useCommentTexts();
  const field = useMentionField(people, initial);
  const { text, combobox, offered, change } = field;
  useUnsaved(text !== initial && isVisible(text));
  const canSave = isVisible(text) && text !== initial;
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canSave && !loading) onSubmit(text.trim());
  };
  return (
    <form onSubmit={save}>
      <Combobox store={combobox} onOptionSubmit={field.choose} withinPortal>
        <Combobox.Target autoComplete="off" withKeyboardNavigation={offered.length > 0}>
          <Textarea
            ref={field.ref}
            aria-label={texts.placeholder}
            placeholder={texts.placeholder}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={maxCommentCharacters}
            value={text}
            autoFocus={autoFocus}
            onChange={({ currentTarget }) => change(currentTarget.value, currentTarget.selectionEnd)}
            onSelect={({ currentTarget }) => field.moveCaret(currentTarget.selectionEnd)}
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
