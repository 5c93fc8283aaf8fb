export { shortText } from './short-text.ts';
export { cleanIdentifier, hasRemovable } from './identifier-form.ts';
export { foldLook, foldText } from './folded-text.ts';
export { normalForm } from './normal-form.ts';
export { readOutcome } from './outcome-text.ts';
export { type ChannelState, readChannelState } from './state-text.ts';
export { isVisible, trimUnseen, visibleText } from './visible-text.ts';
