import { useBlocker } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';

/**
 * Asks for confirmation before unsaved changes are lost by navigation or by closing the page.
 * @returns a function that asks the same question before something is closed without navigation; true if the changes may be lost
 */
export function useUnsaved(isDirty: boolean): () => boolean {
  const t = useMessages();
  const mayLeave = () => !isDirty || confirm(t.common.leaveUnsaved);
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: () => isDirty });
  return mayLeave;
}
