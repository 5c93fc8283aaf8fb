export { isPinned } from './snapshot/asset-pin-store.ts';
export { openSubmissions } from './submission-feature.ts';
export { runNextAutomatic } from './automatic/automatic-service.ts';
export { startContentRetention } from './snapshot/content-retention-runner.ts';
export { deleteRules } from './automatic/automatic-store.ts';
export { cancelUnfetched } from './progress/submission-store.ts';
export { failUnreadSubmission } from './progress/unread-submission-service.ts';
