import { Button, Group, Text } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { hasIncompleteDate } from '../plain/date-input.tsx';
import { DeletedMeanwhile } from './deleted-meanwhile.tsx';
import { SaveError } from '../saving/save-error.tsx';
import type { ValueEdit } from './use-value-edit.ts';
import { ValueConflict } from './value-conflict.tsx';

/** An edit of one value of a product, for its form and its messages. */
export interface EditedValue {
  productId: string;
  name: string;
  label: string;
  /** The value that is currently stored. */
  value: unknown;
  typed: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  edit: ValueEdit;
}

/** Shows what prevents a value from being saved: a conflict, an error, or the deletion of the product. */
export function EditState(props: EditedValue) {
  const { edit, typed, value, ...field } = props;
  return (
    <>
      {edit.isConflict && (
        <ValueConflict
          {...field}
          theirs={value}
          mine={typed}
          isSaving={edit.isSaving}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.discard}
        />
      )}
      {edit.error && <SaveError error={edit.error} />}
      {edit.isGone && (
        <DeletedMeanwhile
          productId={field.productId}
          typed={typed}
          isSaving={edit.isSaving}
          onRestore={edit.restore}
          onDiscard={edit.discard}
        />
      )}
    </>
  );
}

/** The buttons that end the edit of one value. While several values are being edited, one bar has these buttons for all of them. */
export function EditActions({ edit, keys }: { edit: ValueEdit; keys?: string }) {
  const t = useMessages();
  if (edit.isTogether) return null;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        loading={edit.isSaving}
        disabled={edit.isConflict}
        onClick={({ currentTarget }) => {
          if (!hasIncompleteDate(currentTarget.closest('[data-editing]'))) edit.store();
        }}
      >
        {t.common.save}
      </Button>
      <Button size="xs" variant="default" onClick={edit.leave}>
        {t.common.cancel}
      </Button>
      {keys !== undefined && (
        <Text size="xs" c="dimmed">
          {keys}
        </Text>
      )}
    </Group>
  );
}
