import { z } from 'zod';
import { listOf } from '../operation/parameters.ts';
import { searchText } from '../operation/search-text.ts';
import { must } from '../problems/requirement.ts';
import { readinessOutcomes, readOutcome } from '../text/outcome-text.ts';
import { readChannelState } from '../text/state-text.ts';

export { evaluatedOutcomes, readinessOutcomes, type ReadinessOutcome } from '../text/outcome-text.ts';

/** Maximum number of outcomes or states in one filter. Each channel in the filter adds a condition that is checked for every product. */
const maxOutcomes = 100;

/** A filter that selects products by their outcomes on channels. */
export const outcomeFilter = listOf(searchText.refine((text) => readOutcome(text) !== undefined, must('outcome')))
  .refine((outcomes) => outcomes.length <= maxOutcomes, must({ rule: 'max-items', limit: maxOutcomes }))
  .optional()
  .describe(
    'Only products with this outcome on a channel, as `channelId:outcome`: `shop:ready`, `shop:incomplete`, `shop:invalid`, `shop:unmapped` or `shop:checking` (there is no current evaluation); repeatable. Outcomes of one channel are alternatives; several channels must all match. On a channel without a connection no product matches',
  );

/** A filter that selects products by their states on channels. */
export const channelStateFilter = listOf(
  searchText.refine((text) => readChannelState(text) !== undefined, must('channel-state')),
)
  .refine((states) => states.length <= maxOutcomes, must({ rule: 'max-items', limit: maxOutcomes }))
  .optional()
  .describe(
    'Only products in this state on a channel, as `channelId:state`: `shop:Rejected`; repeatable. States of one channel are alternatives; several channels must all match',
  );

export const outcomeSchema = z
  .enum(readinessOutcomes)
  .describe('`checking`: there is no current evaluation')
  .meta({ id: 'ReadinessOutcome' });

/** The outcome of one product on one channel, directly after an edit. */
export const editedOutcomeSchema = z
  .object({
    channelId: z.string(),
    channelName: z.string(),
    outcome: outcomeSchema,
    missing: z.number().int().describe('Required targets without a value'),
    errors: z.number().int(),
    warnings: z.number().int(),
  })
  .meta({ id: 'EditedOutcome' });
export type EditedOutcome = z.infer<typeof editedOutcomeSchema>;
