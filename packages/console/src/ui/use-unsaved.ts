import { useBlocker } from '@tanstack/react-router';
import { useMessages } from '../i18n/language.tsx';

/**
 * Asks before changes that are not saved are lost, by going elsewhere in the console or by closing the page.
 * @returns whether they may be lost, for what closes without going anywhere
 */
export function useUnsaved(isDirty: boolean): () => boolean {
  const t = useMessages();
  const mayLeave = () => !isDirty || confirm(t.common.leaveUnsaved);
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: () => isDirty });
  return mayLeave;
}
