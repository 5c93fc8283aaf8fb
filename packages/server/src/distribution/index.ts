export {
  type DistributionPlan,
  type DistributionScript,
  listTableStates,
  planDistribution,
  writeDistributionScript,
} from './distribution-service.ts';
export type { TableState } from './placed-tables-rules.ts';
