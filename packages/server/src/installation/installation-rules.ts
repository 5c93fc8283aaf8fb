import type { Installation, InstallationProcess, LongStatement } from '@pimento/contract';
import type { ReplicaStatus } from '../platform/index.ts';
import type { SeenNode } from './node-views.ts';
import type { Figures } from './operator-figure-service.ts';
import { withoutValues } from './statement-text-rules.ts';
import type { LongStatementRow } from './statement-views.ts';
import { combineWorkers } from './worker-rules.ts';

const maxAdapters = 20;

const processOf = (node: SeenNode, ownId: string): InstallationProcess => ({
  processId: node.nodeId,
  host: node.host,
  pid: node.process,
  role: node.role,
  version: node.version,
  started: node.startedAt.toISOString(),
  lastSeen: node.seenAt.toISOString(),
  isAlive: node.isAlive,
  isThis: node.nodeId === ownId,
});

const statementOf = ({ program, seconds, waitsFor, blockers, isIdle, text }: LongStatementRow): LongStatement => ({
  program,
  seconds,
  state: isIdle ? 'idle' : waitsFor === 'lock' ? 'waiting' : 'running',
  blockers,
  text: withoutValues(text),
});

const replicaOf = ({ state, lagMs }: ReplicaStatus): Installation['replica'] => ({
  state,
  lagSeconds: lagMs === null ? null : lagMs / 1000,
});

/**
 * Returns the figures in the form of the contract. Lists up to `maxAdapters` of the adapters with unacknowledged events, those with the
 * oldest event first.
 * @param ownId id of the process that answers
 * @param replica status of the replica of this process; undefined without one
 */
export function installationOf(figures: Figures, ownId: string, replica: ReplicaStatus | undefined): Installation {
  const { database } = figures;
  const adapters = figures.adapters
    .flatMap(({ adapterId, oldestEventSeconds }) =>
      oldestEventSeconds === null ? [] : [{ adapterId, oldestEventSeconds }],
    )
    .toSorted((one, other) => other.oldestEventSeconds - one.oldestEventSeconds);
  return {
    at: figures.at.toISOString(),
    databaseBytes: database.databaseBytes,
    replica: replica ? replicaOf(replica) : null,
    processes: figures.nodes.map((node) => processOf(node, ownId)),
    backlog: {
      runningImports: figures.runningImports,
      waitingImports: database.waitingImports,
      oldestImportSeconds: database.oldestImportSeconds,
      waitingDownloads: database.waitingDownloads,
      waitingPreviews: database.duePreviews,
      searchProducts: database.searchBacklog,
      evaluationProducts: database.evaluationBacklog,
      unreadEvents: database.unreadEvents,
      oldestEventSeconds: adapters[0]?.oldestEventSeconds ?? 0,
    },
    adapters: adapters.slice(0, maxAdapters),
    statements: figures.statements.map(statementOf),
    hiddenConnections: figures.hiddenConnections,
    workers: combineWorkers(figures.nodes),
  };
}
