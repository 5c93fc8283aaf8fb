import { z } from 'zod';

export const text = z.string();
export const count = z.number().int();
export const nothing = z.object({});

/** One of the sentences of a code that has several. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- a kind without further parameters has exactly no members
export const variant = <const Kind extends string, Shape extends z.ZodRawShape = Record<never, never>>(
  kind: Kind,
  shape?: Shape,
) => z.object({ kind: z.literal(kind), ...(shape ?? ({} as Shape)) }); // no shape: no parameters beside the kind

/** A problem inside another problem's parameters, such as the one problem that decided. */
export const innerProblem = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) });

/** Why a text cannot be an id or a name. */
export const identifierFault = z.enum(['not-a-text', 'empty', 'too-long', 'half-surrogate', 'control-character']);
