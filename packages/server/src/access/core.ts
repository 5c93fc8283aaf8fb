// The part of access that import threads need.
export { findProductQuota } from './quotas/client-usage-views.ts';
export { findEndedKeys } from './keys/key-activity-views.ts';
export { findClient } from './people/client-store.ts';
