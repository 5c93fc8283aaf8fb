import type { FileCell, FilePreview, ItemProblem } from '@pimento/contract';
import { columnLetters } from '@pimento/files/browser';

/** The problems of the cells of a table. */
export interface CellMarks {
  /**
   * Returns the problems of a cell.
   * @param column index, from 0, or -1 for a problem of the whole row
   */
  of(row: number, column: number): readonly ItemProblem[];
  all: readonly ItemProblem[];
}

const none: readonly ItemProblem[] = [];
const keyOf = (row: number, letters: string | null) => `${letters ?? ''}${row}`;

/** Returns the name of a cell in spreadsheet notation, such as B12. */
export const cellName = ({ row, column }: FileCell): string => `${column ?? ''}${row}`;

/** Groups problems by cell. Equal messages of one cell count once, because the preview and the check can both report a problem. */
export function createMarks(problems: readonly ItemProblem[]): CellMarks {
  const byCell = new Map<string, Map<string, ItemProblem>>();
  for (const problem of problems) {
    if (!problem.cell) continue;
    const key = keyOf(problem.cell.row, problem.cell.column);
    const known = byCell.get(key) ?? new Map<string, ItemProblem>();
    byCell.set(key, known.set(problem.message, problem));
  }
  const lists = new Map([...byCell].map(([key, known]) => [key, [...known.values()]]));
  return {
    of: (row, column) => lists.get(keyOf(row, column < 0 ? null : columnLetters(column))) ?? none,
    all: [...lists.values()].flat(),
  };
}

/** Returns the problems of a preview, except problems that disappear when the open questions are answered. */
export function settledProblems({ problems, questions }: FilePreview): ItemProblem[] {
  const isIdOpen = questions.some(({ params }) => params?.['kind'] === 'id-missing');
  const open = new Set(questions.map(({ params }) => params?.['column']));
  open.delete(undefined); // questions about the whole file have no column
  return problems.filter(({ code, cell }) => !(isIdOpen && code === 'id-cell-empty') && !open.has(cell?.column));
}
