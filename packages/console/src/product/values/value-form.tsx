import { Stack } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import type { KeyboardEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { endsInput } from '../../ui/fields/text-lines.tsx';
import { EditActions, EditState } from './edit-state.tsx';
import type { ValueEdit } from './use-value-edit.ts';
import { ValueInput } from './value-input.tsx';
import classes from './values.module.css';

/** The form that edits a value. Also reports a conflict or the deletion of the product. */
export function ValueForm(props: {
  productId: string;
  name: string;
  label: string;
  /** The value that is currently stored. */
  value: unknown;
  typed: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  edit: ValueEdit;
}) {
  const { edit, typed, label, definition } = props;
  const t = useMessages();
  const { isConflict, isGone, isSaving } = edit;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isGone) return; // the alert below asks the user what to do
    if (event.key === 'Escape') edit.leave();
    if (!endsInput(event)) return;
    event.preventDefault();
    if (!event.repeat && !isConflict && !isSaving) edit.store();
  };
  return (
    <Stack gap="xs" className={classes.value} onKeyDown={onKeyDown}>
      <ValueInput label={label} value={typed} definition={definition} onChange={edit.change} autoFocus />
      <EditState {...props} />
      {!isGone && <EditActions edit={edit} keys={isOneLine(typed) ? t.product.saveKeys : t.product.saveManyLines} />}
    </Stack>
  );
}

const isOneLine = (typed: unknown): boolean => typed == null || (typeof typed === 'string' && !/[\r\n]/.test(typed));
