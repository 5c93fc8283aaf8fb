import { z } from 'zod';

/** A value list that the adapter reports for a client (`clientSpecificListOfValues`) or for an account (`accountSpecificListOfValues`). */
const reportedListSchema = z.looseObject({ from: z.enum(['client', 'account']), id: z.string().min(1) });

export const targetRestrictionSchema = z
  .looseObject({
    parameters: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .optional()
      .describe(
        'minLength, maxLength, maxBytes (UTF-8), minValue, maxValue, maxDecimals; for images contentTypes, maxFileSizeBytes, minPixelWidth, minPixelHeight, maxPixelWidth, maxPixelHeight, minimumPixelLongEdge, maxMegapixels, aspectRatio with aspectTolerance, minAspect, maxAspect, fileNamePattern, publicAddress',
      ),
    listOfValues: z
      .array(z.union([z.string(), z.number(), z.looseObject({ value: z.string(), label: z.string().optional() })]))
      .optional(),
    patterns: z
      .array(z.union([z.string(), z.looseObject({ pattern: z.string(), message: z.string().optional() })]))
      .optional()
      .describe('RE2 syntax; a value must match all of them'),
    valueList: z
      .union([z.string(), reportedListSchema])
      .optional()
      .describe('Id of a list of the standard, or a list that the adapter reports: `{"from": "client", "id": "…"}`'),
    dependsOn: z.string().optional().describe('Target whose value is the `parentValue` of the allowed values'),
  })
  .meta({ id: 'TargetRestriction' });
export type TargetRestrictionInput = z.infer<typeof targetRestrictionSchema>;

/** Restriction parameters that are checked against the file of an asset. */
export const imageParameterNames = [
  'contentTypes',
  'maxFileSizeBytes',
  'minPixelWidth',
  'minPixelHeight',
  'maxPixelWidth',
  'maxPixelHeight',
  'minimumPixelLongEdge',
  'maxMegapixels',
  'aspectRatio',
  'aspectTolerance',
  'minAspect',
  'maxAspect',
  'fileNamePattern',
  'publicAddress',
] as const;
export type ImageParameterName = (typeof imageParameterNames)[number];
