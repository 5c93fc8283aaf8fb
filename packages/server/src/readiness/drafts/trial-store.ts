import { sql } from 'kysely';
import { claimFirst, claimLooks, type Transaction } from '../../platform/core.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import type { DueCounts } from './trial-due-views.ts';

export type TrialStatus = 'running' | 'completed' | 'outdated' | 'failed';

export interface RunningTrial extends ConnectionKey {
  trialId: string;
  revision: number;
  standardVersion: number;
  builtThrough: string;
  /** True if the draft, the data standard or the connection has changed since the trial was started. */
  isOutdated: boolean;
}

type TrialKey = Pick<RunningTrial, 'clientId' | 'channelId' | 'trialId'>;

/** Adds a trial. The new trial replaces earlier trials of the connection. */
export async function insertTrial(
  transaction: Transaction,
  { clientId, channelId }: ConnectionKey,
  trial: { trialId: string; revision: number; standardVersion: number; actor: string; at: Date },
): Promise<void> {
  await sql`
    delete from mapping_trial
    where mapping_trial.client_id = ${clientId} and mapping_trial.channel_id = ${channelId}`.execute(transaction);
  await sql`
    insert into mapping_trial (
      client_id, channel_id, trial_id, status, revision, standard_version, actor, started_at, worked_at, due_again, due_first
    )
    values (
      ${clientId}, ${channelId}, ${trial.trialId}, 'running', ${trial.revision}, ${trial.standardVersion}, ${trial.actor},
      ${trial.at}, ${trial.at}, 0, 0
    )`.execute(transaction);
}

/**
 * Claims the trial that has waited longest. The claim ends with the transaction.
 * @returns undefined if no trial is running, or if other processes have claimed all of them
 */
export async function claimTrial(transaction: Transaction): Promise<RunningTrial | undefined> {
  const look = sql<TrialKey>`
    select trial.client_id as "clientId", trial.channel_id as "channelId", trial.trial_id as "trialId"
    from mapping_trial as trial
    where trial.status = 'running'
    order by trial.worked_at, trial.trial_id
    limit ${claimLooks}`;
  return claimFirst(
    async () => (await look.execute(transaction)).rows,
    (key) => lockTrial(transaction, key),
  );
}

/** Locks a running trial. @returns undefined if it has ended or is locked */
async function lockTrial(
  transaction: Transaction,
  { clientId, channelId, trialId }: TrialKey,
): Promise<RunningTrial | undefined> {
  const { rows } = await sql<RunningTrial>`
    select
      trial.client_id as "clientId", trial.channel_id as "channelId", trial.trial_id as "trialId", trial.revision,
      trial.standard_version as "standardVersion", trial.built_through as "builtThrough",
      not exists (
        select
        from connection
        join channel on channel.channel_id = connection.channel_id
        join channel_mapping as draft on draft.client_id = ${clientId} and draft.channel_id = connection.channel_id
          and draft.version = 0
        where connection.client_id = ${clientId} and connection.channel_id = ${channelId}
          and draft.revision = trial.revision and channel.standard_version = trial.standard_version
      ) as "isOutdated"
    from mapping_trial as trial
    where trial.client_id = ${clientId} and trial.channel_id = ${channelId} and trial.trial_id = ${trialId}
      and trial.status = 'running'
    for update skip locked`.execute(transaction);
  return rows[0];
}

export interface TrialStep extends DueCounts {
  status: TrialStatus;
  builtThrough: string;
  /** `before>after` (two outcomes) → number of products. */
  outcomes: ReadonlyMap<string, number>;
  checked: number;
}

/** Adds the counts of one step to a trial, and stores the status and the progress that the trial has after the step. */
export async function saveTrialStep(
  transaction: Transaction,
  { clientId, channelId, trialId }: Pick<RunningTrial, 'clientId' | 'channelId' | 'trialId'>,
  step: TrialStep,
): Promise<void> {
  const counts = JSON.stringify(Array.from(step.outcomes, ([name, products]) => ({ name, products })));
  await sql`
    update mapping_trial as trial
    set
      status = ${step.status},
      built_through = ${step.builtThrough},
      checked = trial.checked + ${step.checked},
      due_again = trial.due_again + ${step.dueAgain},
      due_first = trial.due_first + ${step.dueFirst},
      outcomes = trial.outcomes || (
        select coalesce(
          jsonb_object_agg(counted.name, counted.products + coalesce((trial.outcomes ->> counted.name)::bigint, 0)), '{}'
        )
        from jsonb_to_recordset(${counts}::jsonb) as counted (name text, products bigint)
      ),
      worked_at = clock_timestamp(),
      finished_at = ${step.status === 'running' ? sql`null` : sql`clock_timestamp()`}
    where trial.client_id = ${clientId} and trial.channel_id = ${channelId} and trial.trial_id = ${trialId}`.execute(
    transaction,
  );
}
