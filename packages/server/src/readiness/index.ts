export { noStandard } from './gate/connection-settings-service.ts';
export { followEvaluations } from './evaluations/ready-state-store.ts';
export { openReadiness } from './readiness-feature.ts';
export { findOutcomes } from './reports/outcome-views.ts';
export type { EvaluationProblem } from './values/evaluation-problem.ts';
