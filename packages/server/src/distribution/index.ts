export {
  type DistributionPlan,
  listTableStates,
  planDistribution,
  writeDistributionScript,
} from './distribution-service.ts';
export type { TableState } from './placed-tables-rules.ts';
