export { createActRunner } from './audit-act-service.ts';
export { auditRoutes } from './audit-routes.ts';
export { allowPurge as allowAuditPurge } from './audit-chain-store.ts';
export { startAuditRetention, startAuditSealing } from './audit-runner.ts';
