export { authorize } from './caller-service.ts';
export {
  type ClientQuotas,
  createClientQuotas,
  getClientUsage,
  requireOneMore,
} from './quotas/client-quota-service.ts';
export { fileBytesQuota, getStored } from './quotas/client-usage-views.ts';
export { type KeyChange, resealAccess } from './sealed-secret-service.ts';
export { accessRoutes } from './key-routes.ts';
export { startEndedKeyRunner } from './keys/ended-key-runner.ts';
export { findEndedKeys, isKeyUsable } from './keys/key-activity-views.ts';
export { findPerson } from './people/person-views.ts';
export { createKey, isKeyActive } from './keys/key-service.ts';
export { listLastCalls } from './keys/key-views.ts';
export { hashPassword, makePassword } from './credentials/access-secrets.ts';
export type { Mail, Mailer } from './mail/mail-types.ts';
export { deliverMail, type MailSettings } from './mail/mail-delivery-service.ts';
export { startMail } from './mail/mail-runner.ts';
export { plainText } from './mail/mail-text-rules.ts';
export { createClientRow, createOperatorRow, findClient } from './people/client-store.ts';
export { endClientAccess } from './people/client-ending-service.ts';
export { deleteClientRow, lockClient } from './people/client-ending-store.ts';
export { addRoleRow } from './people/person-store.ts';
export { peopleRoutes } from './people-feature.ts';
export { createIssuers, type Issuers } from './providers/issuer-service.ts';
export { createSessions } from './session-service.ts';
