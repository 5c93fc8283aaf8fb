import { lazyPart } from '../../ui/loading/lazy-part.tsx';

/** The form of a filter. Its code is loaded when a form is opened first, because the list is used without it most of the time. */
export const ConditionPopover = lazyPart(async () => (await import('./condition-popover.tsx')).ConditionPopover);
