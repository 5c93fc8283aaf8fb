import { distributionColumnOf, type Placement, tablesByPlacement } from './placement-rules.ts';

/** A table as Citus describes it. Tables that Citus does not list are on the coordinator. */
export interface PlacedTable {
  table: string;
  /** `distributed`, `reference` or `local`. */
  kind: string;
  /** The column that distributes the table, or null. */
  column: string | null;
}

/** The location of a table, compared with the plan. */
export interface TableState {
  table: string;
  /** Where the table belongs. */
  placement: Placement;
  /** Where the table is, as Citus names it: `distributed`, `reference` or `local`. */
  kind: string;
  column: string | null;
  isPlaced: boolean;
}

const kinds = { client: 'distributed', adapter: 'distributed', reference: 'reference', local: 'local' } as const;

/** Compares where Citus has placed the tables with where they belong. */
export function judgePlacedTables(placed: readonly PlacedTable[]): TableState[] {
  const byName = new Map(placed.map((one) => [one.table, one]));
  return (['reference', 'client', 'adapter', 'local'] as const).flatMap((placement) =>
    tablesByPlacement[placement].map((table) => {
      const { kind = 'local', column = null } = byName.get(table) ?? {};
      const isPlaced = kind === kinds[placement] && column === (distributionColumnOf(table) ?? null);
      return { table, placement, kind, column, isPlaced };
    }),
  );
}
