import { z } from 'zod';

export const listValueSchema = z
  .looseObject({
    value: z.string().min(1).max(1000),
    label: z.string().max(1000).optional(),
    parentValue: z
      .string()
      .max(1000)
      .optional()
      .describe('The value is allowed only if the target of `dependsOn` has this value'),
    synonyms: z.array(z.string().max(1000)).max(100).optional(),
  })
  .meta({ id: 'ListValue' });
export type ListValue = z.infer<typeof listValueSchema>;

export const valueListSchema = z
  .looseObject({
    id: z.string().min(1).max(255),
    name: z.string().optional(),
    values: z.array(listValueSchema).optional(),
  })
  .meta({ id: 'ValueList' });
export type ValueListInput = z.infer<typeof valueListSchema>;
