import { z } from 'zod';

export const outputForms = ['text', 'number', 'boolean', 'object'] as const;

export const targetOutputSchema = z
  .looseObject({
    as: z
      .enum(outputForms)
      .optional()
      .describe(
        'Default: a boolean is JSON true or false, everything else a text. `number`: JSON number with all digits. `object`: money as `{amount, currency}`, a quantity as `{value, unit}`',
      ),
    template: z.string().optional().describe('For `as: text`; default `{amount} {currency}`, `{value} {unit}`'),
    minorUnits: z.boolean().optional().describe('An amount of money as a whole number of minor units'),
    booleans: z.looseObject({ true: z.string(), false: z.string() }).optional().describe('Texts of true and false'),
    unit: z.string().optional().describe('Quantities are always converted to this unit'),
    datePattern: z.string().optional().describe('As in the function `formatDate`; default `yyyy-MM-dd`'),
  })
  .meta({ id: 'TargetOutput' });
export type TargetOutputInput = z.infer<typeof targetOutputSchema>;
