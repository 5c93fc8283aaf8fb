import { z } from 'zod';

/**
 * Limits of a mapping, in this order: number of targets, entries of all value maps, lookup tables, cells of one table, entries of a value
 * map that are returned together with the mapping, and characters of all formulas.
 */
export const mappingLimits = {
  targets: 5000,
  mapEntries: 200_000,
  tables: 50,
  cells: 100_000,
  listedEntries: 1000,
  formulaCharacters: 1_000_000,
} as const;

/** Maximum number of characters of a cell in a lookup table. */
const maxCellLength = 10_000;

const isTextRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');

const isChangeRecord = (value: unknown): value is Record<string, string | null> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string' || text === null);

/** Value of the client → value of the channel. Null removes the entry. */
export const entryChangesSchema = z
  .custom<Record<string, string | null>>(isChangeRecord)
  .meta({ override: { type: 'object', additionalProperties: { type: ['string', 'null'] } } });

const isRowRecord = (value: unknown): value is Record<string, string[] | null> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(
    (row) =>
      row === null ||
      (Array.isArray(row) && row.every((cell) => typeof cell === 'string' && cell.length <= maxCellLength)),
  );

/** Key of a row → its cells. Null removes the row. */
export const rowChangesSchema = z
  .custom<Record<string, string[] | null>>(isRowRecord)
  .meta({ override: { type: 'object', additionalProperties: { type: ['array', 'null'], items: { type: 'string' } } } });

/** Value of the client → value of the channel. `z.record` is not used, because it drops the key `__proto__`. */
export const mapEntriesSchema = z
  .custom<Record<string, string>>(isTextRecord)
  .meta({ override: { type: 'object', additionalProperties: { type: 'string' } } });

export const valueMapSchema = z
  .strictObject({
    ignoreCase: z.boolean().optional(),
    entries: mapEntriesSchema.optional(),
    entryCount: z.number().int().optional().describe('Only in answers: number of entries'),
    isOmitted: z.boolean().optional().describe('Only in answers: the entries are omitted; list them'),
  })
  .meta({ id: 'ValueMap' });
export type ValueMapInput = z.infer<typeof valueMapSchema>;

export const lookupTableSchema = z
  .strictObject({
    columns: z.array(z.string().min(1).max(255)).min(1).max(100),
    rows: z.array(z.array(z.string().max(maxCellLength))),
    rowCount: z.number().int().optional().describe('Only in answers: number of rows'),
    isOmitted: z.boolean().optional().describe('Only in answers: the rows are omitted; export the mapping'),
  })
  .meta({ id: 'LookupTable' });
export type LookupTableInput = z.infer<typeof lookupTableSchema>;
