// The exports that evaluation and delivery threads need. They include views of channels, but no services or routes.
export { findVisibleChannel, unknownChannel } from './channel-views.ts';
export type { ChannelRow } from './channel-types.ts';
