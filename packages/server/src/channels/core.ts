// The part of this feature that evaluation and delivery threads load: views of channels, without services and routes.
export { findVisibleChannel, unknownChannel } from './channel-views.ts';
export type { ChannelRow } from './channel-types.ts';
