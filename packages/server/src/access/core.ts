// The part of access that import threads need.
export { findProductQuota } from './client-usage-views.ts';
export { findEndedKeys } from './key-activity-views.ts';
export { findClient } from './people/client-store.ts';
