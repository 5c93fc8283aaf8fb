import { problemParams } from '@pimento/contract';
import { z } from 'zod';

interface ProblemParamNames {
  code: string;
  /** Undefined for a code that has only one message. */
  kind: string | undefined;
  names: string[];
}

function namesOf(code: string, schema: z.core.$ZodType): ProblemParamNames[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namesOf(code, option));
  if (!(schema instanceof z.ZodObject)) return [];
  const { kind, ...others }: z.ZodRawShape = schema.shape;
  return [{ code, kind: kind instanceof z.ZodLiteral ? String(kind.value) : undefined, names: Object.keys(others) }];
}

/** Lists the parameter names of every problem, with one entry per code and kind. */
export const listProblemParams = (): ProblemParamNames[] =>
  Object.entries(problemParams).flatMap(([code, schema]) => namesOf(code, schema));
