import { Button, Group, Stack, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import type { KeyboardEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { endsInput } from '../../ui/fields/text-lines.tsx';
import { DeletedMeanwhile } from './deleted-meanwhile.tsx';
import { SaveError } from './save-error.tsx';
import type { ValueEdit } from './use-value-edit.ts';
import { ValueConflict } from './value-conflict.tsx';
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
  const { edit, typed, value, ...field } = props;
  const { productId, label, definition, structure } = field;
  const t = useMessages();
  const { isConflict, isGone, isSaving, error } = edit;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isGone) return; // the alert below asks the user what to do
    if (event.key === 'Escape') edit.leave();
    if (!endsInput(event)) return;
    event.preventDefault();
    if (!event.repeat && !isConflict && !isSaving) edit.store();
  };
  return (
    <Stack gap="xs" className={classes.value} onKeyDown={onKeyDown}>
      <ValueInput
        label={label}
        value={typed}
        definition={definition}
        structure={structure}
        onChange={edit.change}
        autoFocus
      />
      {isConflict && (
        <ValueConflict
          {...field}
          theirs={value}
          mine={typed}
          isSaving={isSaving}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.discard}
        />
      )}
      {error && <SaveError error={error} />}
      {isGone ? (
        <DeletedMeanwhile
          productId={productId}
          typed={typed}
          isSaving={isSaving}
          onRestore={edit.restore}
          onDiscard={edit.discard}
        />
      ) : (
        <FormActions edit={edit} keys={isOneLine(typed) ? t.product.saveKeys : t.product.saveManyLines} />
      )}
    </Stack>
  );
}

const isOneLine = (typed: unknown): boolean => typed == null || (typeof typed === 'string' && !/[\r\n]/.test(typed));

function FormActions({ edit, keys }: { edit: ValueEdit; keys: string }) {
  const t = useMessages();
  return (
    <Group gap="xs">
      <Button size="xs" loading={edit.isSaving} disabled={edit.isConflict} onClick={edit.store}>
        {t.common.save}
      </Button>
      <Button size="xs" variant="default" onClick={edit.leave}>
        {t.common.cancel}
      </Button>
      <Text size="xs" c="dimmed">
        {keys}
      </Text>
    </Group>
  );
}
