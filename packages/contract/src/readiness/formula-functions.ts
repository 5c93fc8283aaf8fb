import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';

const parameterSchema = z.object({
  name: z.string(),
  kind: z.string().describe('Kind of value, such as `text` or `number`'),
  isOptional: z.boolean(),
  isRest: z.boolean().describe('Takes any number of arguments'),
  choices: z.array(z.string()).describe('The allowed values; empty if it is not a choice'),
});

export const formulaFunctionSchema = z
  .object({
    name: z.string(),
    signature: z.string().describe('Such as `truncate(t, n, end = "…", at = "word")`'),
    parameters: z.array(parameterSchema),
    aliases: z.array(z.string()).describe('Names that spreadsheets use; formulas may use them too'),
    help: z.object({ en: z.string(), de: z.string() }),
  })
  .meta({ id: 'FormulaFunction' });

export const listFormulaFunctions = operation({
  tag: 'Mappings',
  permission: { who: 'anyone' },
  id: 'listFormulaFunctions',
  method: 'GET',
  path: '/api/channels/v1/formula-functions',
  summary: 'List the functions of formulas',
  description: 'The meaning of a name never changes. Later versions only add functions.',
  params: none,
  query: none,
  answers: {
    200: {
      description: 'All functions',
      schema: z.object({ functions: z.array(formulaFunctionSchema) }).meta({ id: 'FormulaFunctionList' }),
    },
  },
  problems: [],
});
