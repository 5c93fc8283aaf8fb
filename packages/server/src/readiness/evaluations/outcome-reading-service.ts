import type { EditedOutcome } from '@pimento/contract';
import { type ClientId, createTimeSlices, type Database, openSnapshot } from '../../platform/core.ts';
import type { RulesetCache } from '../rulesets/ruleset-cache.ts';
import { listChannels } from './evaluation-service.ts';
import { judgePage } from './page-evaluation-service.ts';

export interface EditedProduct {
  clientId: ClientId;
  productId: string;
}

export type ReadOutcome = Omit<EditedOutcome, 'channelName'>;

/** Evaluates the current version of one product on all channels, without storing the results. */
export async function readOutcomes(
  { database, rulesets }: { database: Database; rulesets: RulesetCache },
  { clientId, productId }: EditedProduct,
): Promise<ReadOutcome[]> {
  await using snapshot = await openSnapshot(database);
  const { transaction } = snapshot;
  const channels = await listChannels(transaction, clientId, rulesets);
  const page = { productIds: [productId], stopAt: Number.POSITIVE_INFINITY, slices: createTimeSlices() };
  const [evaluated] = await judgePage(transaction, clientId, channels, page);
  return channels.flatMap(({ channelId }, index) => {
    const evaluation = evaluated?.evaluations[index];
    if (evaluation === undefined) return [];
    const { outcome, required, filled, errors, warnings } = evaluation;
    return [{ channelId, outcome, missing: required - filled, errors, warnings }];
  });
}
