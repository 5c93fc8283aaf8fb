export { type DistributionPlan, planDistribution } from './distribution-service.ts';
