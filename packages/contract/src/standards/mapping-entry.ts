import { z } from 'zod';
import { requirementLevels } from './target-requirement.ts';

const formula = z.string().max(4000);
const target = z.string().min(1).max(2000);

export const unmappedActions = ['problem', 'keep', 'empty'] as const;

/** The action for a value that has no entry in the value map. */
const unmappedSchema = z.union([z.enum(unmappedActions), z.strictObject({ text: z.string().max(10_000) })]);
export type UnmappedAction = z.infer<typeof unmappedSchema>;

/** Defines how one target gets its value. */
export interface MappingEntry {
  /** Id or path of the target. Inside `children`, the id of a child. */
  target: string;
  /** Formula over the client's attributes. An empty text leaves the target empty on purpose. */
  value?: string | undefined;
  /** Id of the value map that is applied to each value. */
  map?: string | undefined;
  unmapped?: UnmappedAction | undefined;
  /** Formula that returns the rows of a composite, or plain values. */
  rows?: string | undefined;
  children?: MappingEntry[] | undefined;
  /** The entry applies only to these channel categories and their descendants. If absent, it applies to all products. */
  categories?: string[] | undefined;
}

export const mappingEntrySchema: z.ZodType<MappingEntry, MappingEntry> = z
  .lazy(() => entrySchema)
  .meta({ id: 'MappingEntry' });

const entrySchema = z.strictObject({
  target,
  value: formula.optional().describe('Formula; an empty text leaves the target empty on purpose'),
  map: z.string().max(255).optional().describe('Value map that is applied to each value'),
  unmapped: unmappedSchema.optional(),
  rows: formula.optional().describe('For composites: formula that returns rows or plain values'),
  children: z.array(mappingEntrySchema).max(5000).optional(),
  categories: z.array(z.string()).max(10_000).optional(),
});

export const houseRuleSchema = z
  .strictObject({
    target,
    level: z.enum(requirementLevels).describe('Raises the requirement of the standard; never lowers it'),
    when: formula.optional(),
    categories: z.array(z.string()).max(10_000).optional(),
    message: z.string().max(1000).optional(),
  })
  .meta({ id: 'HouseRule' });
export type HouseRule = z.infer<typeof houseRuleSchema>;
