// The part of access that import threads need.
export { findEndedKeys } from './key-activity-views.ts';
