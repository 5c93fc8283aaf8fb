import { z } from 'zod';

/**
 * Max entries of all value maps, tables of a mapping, cells of one table, entries of a map that a mapping returns with its maps, and
 * characters of all formulas.
 */
export const mappingLimits = {
  targets: 5000,
  mapEntries: 200_000,
  tables: 50,
  cells: 100_000,
  listedEntries: 1000,
  formulaCharacters: 1_000_000,
} as const;

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

/** Value → channel value, null to remove the entry. */
export const entryChangesSchema = z
  .custom<Record<string, string | null>>(isChangeRecord)
  .meta({ override: { type: 'object', additionalProperties: { type: ['string', 'null'] } } });

/** Value → channel value. Not `z.record`, which drops the key `__proto__`. */
export const mapEntriesSchema = z
  .custom<Record<string, string>>(isTextRecord)
  .meta({ override: { type: 'object', additionalProperties: { type: 'string' } } });

export const valueMapSchema = z
  .strictObject({
    ignoreCase: z.boolean().optional(),
    entries: mapEntriesSchema.optional(),
    entryCount: z.number().int().optional().describe('Only in answers: number of entries'),
    isOmitted: z.boolean().optional().describe('Only in answers: the entries are not contained; list them'),
  })
  .meta({ id: 'ValueMap' });
export type ValueMapInput = z.infer<typeof valueMapSchema>;

export const lookupTableSchema = z
  .strictObject({
    columns: z.array(z.string().min(1).max(255)).min(1).max(100),
    rows: z.array(z.array(z.string().max(10_000))),
    rowCount: z.number().int().optional().describe('Only in answers: number of rows'),
    isOmitted: z.boolean().optional().describe('Only in answers: the rows are not contained; export the mapping'),
  })
  .meta({ id: 'LookupTable' });
export type LookupTableInput = z.infer<typeof lookupTableSchema>;
