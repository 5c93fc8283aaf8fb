import type { AttributeDefinition } from '@pimento/contract';
import { createContext } from 'react';
import type { Path } from '../rows/row-path.ts';

/** A value inside a composite, whose history can be shown. */
export interface CellOfComposite {
  /** The name of the composite in the import format. */
  name: string;
  /** The stored rows of the composite. */
  rows: unknown;
  /** The position of the value in these rows. */
  path: Path;
  /** Names the cell, such as "score, row 1 of audits". */
  label: string;
  definition: AttributeDefinition | undefined;
}

type ShowHistory = (cell: CellOfComposite) => void;

const HistoryContext = createContext<ShowHistory | undefined>(undefined);

/** Shows the history of a value inside a composite; undefined outside the page of a product. */
export const CellHistoryContext: typeof HistoryContext = HistoryContext;
