import { Stack } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { AttributeDefinition } from '@pimento/contract';
import { isChosen } from '../../session/labels/value-options.ts';
import { typeOf } from '../../session/labels/value-text.ts';
import { endsInput } from '../../ui/fields/text-lines.tsx';
import { useDescribedByRefusals } from '../rejection/field-refusals.tsx';
import { useSaveKeyTexts } from '../saving/save-key-texts.ts';
import { EditActions, type EditedValue, EditState } from './edit-state.tsx';
import { ValueInput } from './value-input.tsx';
import classes from './values.module.css';

/** The form that edits a value. Also reports a conflict or the deletion of the product. */
export function ValueForm({ children, ...props }: EditedValue & { children?: ReactNode }) {
  const { edit, typed, label, definition } = props;
  const keys = useSaveKeyTexts();
  const { isConflict, isGone, isSaving } = edit;
  const form = useRef<HTMLDivElement>(null);
  useDescribedByRefusals(props.name, form);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isGone) return; // the alert below asks the user what to do
    // React also reports keys of dialogs that the form has opened
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    if (event.key === 'Escape') edit.leave();
    if (!endsInput(event)) return;
    event.preventDefault();
    if (!event.repeat && !isConflict && !isSaving) edit.store();
  };
  return (
    <Stack ref={form} gap="xs" className={classes.value} onKeyDown={onKeyDown}>
      <ValueInput
        label={label}
        value={typed}
        definition={definition}
        onChange={edit.change}
        autoFocus={edit.draft?.takesFocus === true}
      />
      {children}
      <EditState {...props} />
      {!isGone && <EditActions edit={edit} keys={keys[inputKind(definition, typed)]} />}
    </Stack>
  );
}

/**
 * Returns the kind of the input: a field with one line that can get more lines, a field that always has one line (as for names, dates and
 * choices), or an input that already has several lines.
 */
function inputKind(definition: AttributeDefinition | undefined, typed: unknown): 'lines' | 'oneLine' | 'manyLines' {
  if (typeof typed !== 'string' && typed != null) return 'manyLines';
  if (/[\r\n]/.test(typed ?? '') || typeOf(definition) === 'html') return 'manyLines';
  return typeOf(definition) === 'string' && !isChosen(definition) ? 'lines' : 'oneLine';
}
