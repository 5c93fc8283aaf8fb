import type { AttributeDefinition, ProductRecord } from '@pimento/contract';
import { SaveError } from '../../product/saving/save-error.tsx';
import { ValueConflict } from '../../product/values/value-conflict.tsx';
import type { Structure } from '../../session/structure.ts';
import type { Column } from '../grid/product-columns.ts';
import classes from './cell-edit.module.css';
import type { CellDraft } from './use-cell-draft.ts';

/** Shows why the value of a cell was not saved: an error, or a conflict with a change by another person. */
export function CellMessages(props: {
  record: ProductRecord;
  column: Column;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  draft: CellDraft;
  onTakeTheirs: () => void;
}) {
  const { record, column, definition, structure, draft, onTakeTheirs } = props;
  if (!draft.isConflict && draft.error === null) return null;
  return (
    <div className={classes.message}>
      {draft.isConflict && (
        <ValueConflict
          productId={record.productId}
          name={draft.name}
          label={column.label}
          theirs={draft.stored}
          mine={draft.value}
          definition={definition}
          structure={structure}
          isSaving={draft.isSaving}
          onKeepMine={draft.keepMine}
          onTakeTheirs={onTakeTheirs}
        />
      )}
      {draft.error !== null && <SaveError error={draft.error} />}
    </div>
  );
}
