import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { storable } from '../operation/storable-text.ts';
import { categoryRulesSchema } from './mapping.ts';
import { forClient, none, params, path, storedAnswer, writeProblems } from './mapping-parts.ts';

export const putCategoryRules = operation({
  ...forClient,
  id: 'putCategoryRules',
  audit: { object: 'mapping', id: 'channelId' },
  maxBodyBytes: bodyBytes.list,
  method: 'PUT',
  path: `${path}/category-rules`,
  summary: 'Replace the category rules in the draft',
  params,
  query: none,
  body: storable(
    z.strictObject({
      category: categoryRulesSchema,
      expected: categoryRulesSchema
        .optional()
        .describe(
          'The rules as they were read: if they changed, nothing is stored and the answer is `changed-meanwhile`',
        ),
    }),
  ).meta({ id: 'CategoryRulesChange' }),
  answers: storedAnswer,
  problems: writeProblems,
});
