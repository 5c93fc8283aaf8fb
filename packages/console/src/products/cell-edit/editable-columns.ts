import type { AttributeDefinition } from '@pimento/contract';
import type { Structure } from '../../session/structure.ts';
import type { Column } from '../grid/product-columns.ts';

const editableFields = new Set(['__NAME', '__FAMILY', '__CATEGORY']);
/** Types that the grid cannot edit, because they have their own editors on the product page. */
const otherTypes = new Set(['composite', 'asset']);

export const definitionOf = ({ key }: Column, structure: Structure): AttributeDefinition | undefined =>
  editableFields.has(key) ? undefined : structure.find(key);

/** Returns the columns whose cells can be edited in the grid: name, family, category and all attributes except composites and assets. */
export const editableColumns = (columns: readonly Column[], structure: Structure): Column[] =>
  columns.filter((column) => {
    const definition = definitionOf(column, structure);
    return definition ? !otherTypes.has(definition.type.id.toLowerCase()) : editableFields.has(column.key);
  });

/**
 * Returns the next column for `by` 1, the previous one for -1. If `key` is not one of the columns, returns the first or the last column.
 * Pure.
 * @returns undefined if there is no such column
 */
export function columnBeside(columns: readonly Column[], key: string | undefined, by: 1 | -1): Column | undefined {
  const at = columns.findIndex((column) => column.key === key);
  if (at < 0) return columns.at(by === 1 ? 0 : -1);
  return columns[at + by];
}

const inputWidths: Record<string, number | undefined> = {
  html: 460,
  quantity: 220,
  datetime: 230,
  date: 160,
  reference: 260,
};

/** Returns the width of the input of a cell in pixels. It can be wider than the column. */
export const inputWidth = ({ width }: Column, definition: AttributeDefinition | undefined): number =>
  Math.max(
    width,
    definition?.type.multiValue === true ? 260 : (inputWidths[definition?.type.id.toLowerCase() ?? ''] ?? 140),
  );
