export { createActRunner } from './audit-act-service.ts';
export { auditRoutes } from './audit-routes.ts';
export { startAuditRetention, startAuditSealing } from './audit-runner.ts';
