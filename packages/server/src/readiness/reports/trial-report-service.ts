import type { MappingTrial, ReadinessOutcome } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Clock, type Connection, type Database, isUuid, PimentoError, transaction } from '../../platform/index.ts';
import { findMapping, unknownMapping } from '../../standards/index.ts';
import { insertTrial } from '../drafts/trial-store.ts';
import { findTrial, type TrialRow } from '../drafts/trial-views.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { findSources } from '../rulesets/ruleset-views.ts';
import { requireConnection } from './readiness-service.ts';

const statuses = { running: 'Running', completed: 'Completed', outdated: 'Outdated', failed: 'Failed' } as const;

function view({ status, outcomes, dueAgain, dueFirst, startedAt, finishedAt, ...row }: TrialRow): MappingTrial {
  return {
    ...row,
    due: dueAgain === null || dueFirst === null ? null : { again: dueAgain, first: dueFirst },
    status: statuses[status],
    outcomes: Object.entries(outcomes).map(([name, products]) => {
      // trial-service.ts writes the names as `before>after`
      const [before, after] = name.split('>') as [ReadinessOutcome, ReadinessOutcome];
      return { before, after, products };
    }),
    started: startedAt.toISOString(),
    finished: finishedAt?.toISOString() ?? null,
  };
}

/** @throws PimentoError unknown-channel, unknown-connection, unknown-job */
export async function getTrial(connection: Connection, key: ConnectionKey, trialId: string): Promise<MappingTrial> {
  await requireConnection(connection, key);
  const found = isUuid(trialId) ? await findTrial(connection, key, trialId) : undefined;
  if (found === undefined) throw new PimentoError(problem('unknown-job', { kind: 'mapping-trial', trialId }));
  return view(found);
}

/**
 * Starts a trial of the draft. If a trial of the same draft is running, returns that trial.
 * @throws PimentoError unknown-channel, unknown-connection, unknown-standard, unknown-mapping
 */
export async function startTrial(
  { database, clock }: { database: Database; clock: Clock },
  key: ConnectionKey,
  actor: string,
): Promise<MappingTrial> {
  await requireConnection(database, key);
  const trialId = await transaction(database, async (opened) => {
    const sources = await findSources(opened, key);
    if (sources === undefined)
      throw new PimentoError(problem('unknown-standard', { kind: 'none', channelId: key.channelId }));
    const draft = await findMapping(opened, key, 0);
    if (draft === undefined) throw unknownMapping(key, 0);
    const { standardVersion } = sources;
    const running = await findTrial(opened, key);
    const isSame = running?.revision === draft.revision && running.standardVersion === standardVersion;
    if (isSame && running.status === 'running') return running.trialId;
    const trial = { trialId: clock.newId(), revision: draft.revision, standardVersion, actor, at: clock.now() };
    await insertTrial(opened, key, trial);
    return trial.trialId;
  });
  return getTrial(database, key, trialId);
}
