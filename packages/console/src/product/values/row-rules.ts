import type { AttributeDefinition } from '@pimento/contract';

/** A row of a composite: name of the child → value. */
export type Row = Record<string, unknown>;

/** Returns a row with a new value of one child; removes the child if the value is empty. An existing child keeps its position. */
export function changedRow(row: Row, name: string, value: unknown): Row {
  const { [name]: _before, ...rest } = row;
  const isGone = value === '' || (Array.isArray(value) && value.length === 0);
  return isGone ? rest : { ...row, [name]: value };
}

/** Height in pixels of an input with its label, and of the frame of a row with its buttons. */
const fieldHeight = 62;
const rowFrame = 64;
/** The number of inputs side by side in a window of usual width. */
const perLine = 3;

const isWide = ({ type }: AttributeDefinition) => type.multiValue || type.id.toLowerCase() === 'composite';

/** Estimates the height of a row with its inputs in pixels, including the rows inside it. */
export function estimatedHeight(row: Row, children: readonly AttributeDefinition[]): number {
  const narrow = children.filter((child) => !isWide(child)).length;
  const wide = children.filter(isWide).reduce((sum, { name }) => sum + heightOf(row[name]), 0);
  return Math.ceil(narrow / perLine) * fieldHeight + wide;
}

/** Estimates the height of a list of values or rows in pixels. */
function heightOf(value: unknown): number {
  if (!Array.isArray(value)) return fieldHeight;
  return value.reduce((sum: number, item: unknown) => {
    if (typeof item !== 'object' || item === null) return sum + fieldHeight;
    return sum + rowFrame + Object.values(item).reduce((inner: number, one) => inner + heightOf(one), 0) / perLine;
  }, rowFrame);
}
