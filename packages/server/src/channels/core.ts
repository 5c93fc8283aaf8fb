// The exports that evaluation and delivery threads need: views of channels, without services and routes.
export { findVisibleChannel, unknownChannel } from './channel-views.ts';
export type { ChannelRow } from './channel-types.ts';
