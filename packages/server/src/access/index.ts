export { authorize } from './caller-service.ts';
export { createClientRow, createOperatorRow, findClient } from './client-store.ts';
export { accessRoutes } from './key-routes.ts';
export { createKey } from './key-service.ts';
export { listLastCalls } from './key-views.ts';
export { addRoleRow } from './person-store.ts';
export { hashPassword, makePassword } from './access-secrets.ts';
export { peopleRoutes } from './session-routes.ts';
export { createSessions } from './session-service.ts';
