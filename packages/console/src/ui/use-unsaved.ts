import { useBlocker } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { recordUnsaved } from './unsaved-inputs.ts';

let answer: boolean | undefined;

/**
 * Asks the user at most once per navigation, even if several inputs with unsaved changes call this function. Later calls return the same
 * answer.
 */
function confirmOnce(question: string): boolean {
  if (answer === undefined) {
    answer = confirm(question);
    // the router asks all inputs before the next task
    setTimeout(() => {
      answer = undefined;
    });
  }
  return answer;
}

/**
 * Asks for confirmation before unsaved changes are lost by navigation or by closing the page.
 * @param textOf returns the changes for the clipboard
 * @returns a function that must be called before a form is closed without navigation. It asks for confirmation if changes would be lost,
 * and returns true if the form may be closed
 */
export function useUnsaved(isDirty: boolean, textOf?: () => string): () => boolean {
  const t = useMessages();
  useBlocker({
    shouldBlockFn: () => isDirty && !confirmOnce(t.common.leaveUnsaved),
    enableBeforeUnload: () => isDirty,
  });
  const text = useEffectEvent(() => textOf?.());
  useEffect(() => (isDirty ? recordUnsaved({ text: () => text() }) : undefined), [isDirty]);
  return () => !isDirty || confirm(t.common.leaveUnsaved);
}
