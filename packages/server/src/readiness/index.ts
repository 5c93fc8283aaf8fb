export { followEvaluations } from './evaluations/ready-state-store.ts';
export { noStandard } from './gate/connection-settings-service.ts';
export { withAccount } from './gate/account-gate-service.ts';
export { firstError, gateTables, gateVerdict, outputHash } from './gate/gate-condition-views.ts';
export type { Gate } from './gate/gate-rules.ts';
export { bringUpToDate, findGate, type GateDeps } from './gate/gate-service.ts';
export { openReadiness } from './readiness-feature.ts';
export { findOutcomes } from './reports/outcome-views.ts';
export type { EvaluationProblem } from './values/evaluation-problem.ts';
