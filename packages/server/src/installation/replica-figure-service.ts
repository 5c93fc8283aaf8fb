import type { Metrics, Replica } from '../platform/index.ts';

/** Adds metrics about the replica that exports are read from. Without a replica they have no values. */
export function addReplicaFigures(metrics: Metrics, replica: Pick<Replica, 'status'> | undefined): void {
  metrics.addGauge({
    name: 'pimento_replica_up',
    help: '1 if exports are read from the replica, otherwise 0; missing without a replica',
    read: () => (replica ? [{ value: replica.status.state === 'ready' ? 1 : 0 }] : []),
  });
  metrics.addGauge({
    name: 'pimento_replica_lag_seconds',
    help: 'Time by which the replica may be behind the database; missing while it is unknown',
    read: () => {
      const lagMs = replica?.status.lagMs ?? null;
      return lagMs === null ? [] : [{ value: lagMs / 1000 }];
    },
  });
}
