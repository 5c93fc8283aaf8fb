import { z } from 'zod';

export const readyWhenWords = ['marked', 'valid'] as const;
export const readyWhenSchema = z
  .enum(readyWhenWords)
  .describe(
    '`marked`: a person or a request marks products as Ready. `valid`: products in the states Progress and Ready follow their evaluation',
  );
export type ReadyWhen = z.infer<typeof readyWhenSchema>;

const ofConnection = 'Absent without a data standard and without a connection. ';

/** How a connection uses the data standard of its channel. */
export const connectionReadiness = {
  standardVersion: z.number().int().optional().describe('Current version of the data standard; absent without one'),
  readyWhen: readyWhenSchema.optional(),
  isGated: z
    .boolean()
    .optional()
    .describe(`${ofConnection}True: submissions contain only products that fulfil the data standard`),
  rulesetNo: z
    .number()
    .int()
    .nullable()
    .optional()
    .describe(`${ofConnection}Number of the rules that evaluations follow; null before the first published mapping`),
  evaluationAccountId: z
    .string()
    .nullable()
    .optional()
    .describe(`${ofConnection}The account whose fields and lists evaluations read; null: the oldest account`),
};
