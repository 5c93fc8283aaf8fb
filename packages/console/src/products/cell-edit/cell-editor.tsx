import type { AttributeDefinition, ProductRecord } from '@pimento/contract';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { staysInCell } from '../../product/nested/grid-keys.ts';
import { NestedInput } from '../../product/nested/nested-input.tsx';
import { hasIncompleteDate } from '../../product/plain/date-input.tsx';
import type { Structure } from '../../session/structure.ts';
import { endsInput } from '../../ui/fields/text-lines.tsx';
import type { Column } from '../grid/product-columns.ts';
import classes from './cell-edit.module.css';
import { CellMessages } from './cell-messages.tsx';
import { useCellDraft } from './use-cell-draft.ts';

/** The cell to which the focus moves after the input of a cell was closed. */
export type NextCell = 'same' | 'down' | 'next' | 'previous';

interface CellEditorProps {
  record: ProductRecord;
  column: Column;
  /** The value that is stored now. */
  stored: unknown;
  definition: AttributeDefinition | undefined;
  structure: Structure;
  /** Shown above the input. */
  heading: ReactNode;
  /** Called when the user has finished the input. The value may still be being saved. */
  onMove: (to: NextCell) => void;
  /** Called when the value is stored or discarded. */
  onClose: () => void;
}

/** Returns true if an element belongs to an input: the editor itself, or a list or dialog that it has opened outside of it. */
const isInside = (editor: Element, element: Element): boolean =>
  editor.contains(element) || element.closest('[data-portal]') !== null;

/** Returns the cell to which a key press moves, `leave` if it leaves the input, or undefined if the input handles the key. */
function moveOf(event: KeyboardEvent, definition: AttributeDefinition | undefined): NextCell | 'leave' | undefined {
  const { key, target, shiftKey } = event;
  if (event.defaultPrevented || event.nativeEvent.isComposing) return undefined;
  if (target instanceof HTMLElement && target.ariaExpanded === 'true') return undefined; // an open list
  if (key === 'Escape') return 'leave';
  if (key === 'Tab') return staysInCell(event, definition) ? undefined : shiftKey ? 'previous' : 'next';
  return endsInput(event) || (key === 'Enter' && target instanceof HTMLInputElement) ? 'down' : undefined;
}

/** The input over one cell of the grid, with a message if the value could not be saved. */
export function CellEditor(props: CellEditorProps) {
  const { record, column, stored, definition, structure, heading, onMove, onClose } = props;
  const draft = useCellDraft(record, column, stored, onClose);
  const root = useRef<HTMLDivElement>(null);
  /** True once the input is finished. Moving the focus calls `finish` again before React has rendered the new state. */
  const isFinished = useRef(false);
  const { error, isConflict } = draft;
  useEffect(() => {
    root.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [error, isConflict]);
  useEffect(() => {
    if (error !== null || isConflict) isFinished.current = false;
    if (error) root.current?.querySelector<HTMLElement>('textarea, input, select')?.focus();
  }, [error, isConflict]);
  /** @returns false if a conflict must be resolved or a date must be completed first */
  const finish = (): boolean => {
    if (isFinished.current) return true;
    if (isConflict || hasIncompleteDate(root.current)) return false;
    isFinished.current = true;
    if (draft.isTyped) draft.store();
    else onClose();
    return true;
  };
  const discard = () => {
    isFinished.current = true;
    onClose();
    onMove('same');
  };
  const handleKey = (event: KeyboardEvent) => {
    event.stopPropagation(); // otherwise letters would be commands of the grid
    const move = moveOf(event, definition);
    if (move === undefined) return;
    event.preventDefault();
    if (move !== 'leave') {
      if (finish()) onMove(move);
    } else if (draft.mayLeave()) discard();
  };
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    const editor = root.current;
    const isLeft = relatedTarget instanceof Element && editor !== null && !isInside(editor, relatedTarget);
    if (isLeft && !draft.isSaving && !error) finish();
  };
  return (
    <div
      ref={root}
      className={classes.editor}
      inert={draft.isSaving}
      onKeyDown={handleKey}
      onBlur={handleBlur}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {heading}
      <NestedInput
        label={column.label}
        value={draft.value}
        definition={definition}
        isReplaced={false}
        onChange={draft.change}
      />
      <CellMessages {...{ record, column, definition, structure, draft }} onTakeTheirs={discard} />
    </div>
  );
}
