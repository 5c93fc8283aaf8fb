import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { recordUnsaved } from './unsaved-inputs.ts';

/**
 * Asks for confirmation before unsaved changes are lost by navigation or by closing the page.
 * @param textOf returns the changes for the clipboard
 * @returns a function that must be called before a form is closed without navigation. It asks for confirmation if changes would be lost,
 * and returns true if the form may be closed
 */
export function useUnsaved(isDirty: boolean, textOf?: () => string): () => boolean {
  const t = useMessages();
  const mayLeave = () => !isDirty || confirm(t.common.leaveUnsaved);
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: () => isDirty });
  const text = useEffectEvent(() => textOf?.());
  useEffect(() => (isDirty ? recordUnsaved({ text: () => text() }) : undefined), [isDirty]);
  return mayLeave;
}
