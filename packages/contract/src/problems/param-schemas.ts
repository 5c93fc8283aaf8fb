import { z } from 'zod';

export const text = z.string();
export const count = z.number().int();
export const nothing = z.object({});

/** Creates the schema of the parameters of one sentence, for a code with several sentences. `kind` identifies the sentence. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a kind without further parameters has exactly no members
export const variant = <const Kind extends string, Shape extends z.ZodRawShape = Record<never, never>>(
  kind: Kind,
  shape?: Shape,
) => z.object({ kind: z.literal(kind), ...(shape ?? ({} as Shape)) }); // no shape: the kind is the only parameter

/** A problem inside another problem's parameters, such as the cause of a failure. */
export const innerProblem = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) });

/** The reason why a value cannot be an id or a name. */
export const identifierFault = z.enum([
  'not-a-text',
  'empty',
  'too-long',
  'half-surrogate',
  'control-character',
  'path-step',
]);
