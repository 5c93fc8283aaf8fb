import { sql } from 'kysely';
import type { Connection } from '../../platform/core.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { DueCounts } from './trial-due-views.ts';
import type { TrialStatus } from './trial-store.ts';

/** `dueAgain` and `dueFirst` are null in trials that were stored by an earlier version of Pimento. */
export interface TrialRow extends Record<keyof DueCounts, number | null> {
  trialId: string;
  status: TrialStatus;
  revision: number;
  standardVersion: number;
  checked: number;
  total: number;
  /** `before>after` (two outcomes) → number of products. */
  outcomes: Record<string, number>;
  startedAt: Date;
  finishedAt: Date | null;
}

/** Returns the trial of a connection. @returns undefined if the connection has none, or if its id is not `trialId` */
export async function findTrial(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  trialId?: string,
): Promise<TrialRow | undefined> {
  const { rows } = await sql<TrialRow>`
    select
      trial.trial_id as "trialId", trial.status, trial.revision, trial.standard_version as "standardVersion", trial.checked,
      coalesce(search_state.products, 0) + (
        select coalesce(sum(product_change.delta), 0)
        from product_change
        where product_change.client_id = ${clientId}
      ) as total,
      trial.outcomes, trial.due_again as "dueAgain", trial.due_first as "dueFirst", trial.started_at as "startedAt", trial.finished_at as "finishedAt"
    from mapping_trial as trial
    left join search_state on search_state.client_id = ${clientId}
    where trial.client_id = ${clientId} and trial.channel_id = ${channelId}
      and (${trialId ?? null}::uuid is null or trial.trial_id = ${trialId ?? null}::uuid)
    order by trial.started_at desc
    limit 1`.execute(connection);
  return rows[0];
}

/** Returns the stored outcomes of products on a channel. */
export async function listOutcomes(
  connection: Connection,
  { clientId, channelId }: ConnectionKey,
  productIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ productId: string; outcome: string }>`
    select evaluation.product_id as "productId", evaluation.outcome
    from channel_evaluation as evaluation
    where evaluation.client_id = ${clientId} and evaluation.channel_id = ${channelId}
      and evaluation.product_id = any(${productIds}::text[])`.execute(connection);
  return new Map(rows.map(({ productId, outcome }) => [productId, outcome]));
}

/** Returns the next products after an id, in ascending order. */
export async function listProductsAfter(
  connection: Connection,
  { clientId }: ConnectionKey,
  after: string,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select walked.product_id as "productId"
    from walk_products(${clientId}, ${after}, ${max}::integer) as walked (product_id)`.execute(connection);
  return rows.map(({ productId }) => productId);
}

/** Returns true if any trial is running. */
export async function hasTrials(connection: Connection): Promise<boolean> {
  const { rows } = await sql<{ hasTrials: boolean }>`
    select exists (select from mapping_trial where mapping_trial.status = 'running') as "hasTrials"`.execute(
    connection,
  );
  return rows[0]?.hasTrials ?? false;
}
