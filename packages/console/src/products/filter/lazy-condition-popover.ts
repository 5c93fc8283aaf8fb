import { lazyPart } from '../../ui/loading/lazy-part.tsx';

/** The form of a filter. Its code is loaded when a form is opened for the first time, because most visits to the list do not need it. */
export const ConditionPopover = lazyPart(async () => (await import('./condition-popover.tsx')).ConditionPopover);
