import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { sendNewAsset } from './new-asset.ts';

/** Uploads files as new assets, one after the other, so that they keep their order. After a failure, the remaining files are not sent. */
export function useNewAssets(onStored: (assetIds: string[]) => void) {
  const t = useMessages();
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  /** The fraction that has been sent, 0 to 1, or undefined if no upload is running. */
  const [part, setPart] = useState<number>();
  const [problem, setProblem] = useState<string>();
  /** Resolves when all files chosen so far have been sent. Files that are chosen during an upload are sent after it. */
  const running = useRef(Promise.resolve());
  const send = async (files: readonly File[]) => {
    setProblem(undefined);
    setPart(0);
    const ids: string[] = [];
    try {
      for (const [at, file] of files.entries()) {
        const onProgress = (sent: number) => setPart((at + sent) / files.length);
        const { id } = await sendNewAsset(api, { clientId, file, words: t.problem.sending, onProgress });
        ids.push(id);
      }
    } catch (error) {
      setProblem(problemText(t, error));
    }
    setPart(undefined);
    if (ids.length > 0) onStored(ids);
    await queryClient.invalidateQueries({ queryKey: [clientId] });
  };
  return {
    part,
    isSending: part !== undefined,
    problem,
    send: (files: readonly File[]) => {
      if (files.length > 0) running.current = running.current.then(() => send(files));
    },
  };
}
