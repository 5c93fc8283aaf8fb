import { z } from 'zod';

/** Max entries of all value maps, tables of a mapping, cells of one table, and entries of a map that a mapping returns with its maps. */
export const mappingLimits = {
  targets: 5000,
  mapEntries: 200_000,
  tables: 50,
  cells: 100_000,
  listedEntries: 1000,
} as const;

const isTextRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');

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
  })
  .meta({ id: 'LookupTable' });
export type LookupTableInput = z.infer<typeof lookupTableSchema>;
