export { unknownAccount, unknownChannel, unknownConnection } from './account-service.ts';
export { listAccounts } from './account-views.ts';
export { adapterExists, createAdapter, createChannel } from './adapter-service.ts';
export { channelRoutes } from './channel-routes.ts';
export type { ConnectionKey } from './channel-types.ts';
export { lockConnection, saveLastChange, saveConnectionProgress, tryLockConnection } from './connection-store.ts';
export { findConnection, isBehindFeed, listConnectionsBehind } from './connection-views.ts';
export { createEventPresenter } from './event-presentation-service.ts';
export { failUnreadAccount } from './unread-account-service.ts';
