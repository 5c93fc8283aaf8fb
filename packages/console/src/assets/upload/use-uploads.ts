import type { Asset } from '@pimento/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { findAssetForFile } from './asset-matching.ts';
import { sendAsset } from './asset-upload.ts';
import { sendNewAsset } from './new-asset.ts';
import { runLimited } from './run-limited.ts';
import { newUpload, type Upload, withAsset, withChange, withoutAsset, withoutMatch } from './upload-queue.ts';

const maxRequests = 4;
let lastKey = 0;

/** Manages the queue of files to upload. Matches each file to an asset, lets the user change the asset, and sends files on request. */
export function useUploads() {
  const t = useMessages();
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const change = (key: string, next: Partial<Upload>) => setUploads((before) => withChange(before, key, next));

  /** Sends a file to its asset, or as a new asset if it has none. */
  const send = async ({ key, file, asset }: Upload) => {
    change(key, { state: 'sending', part: 0 });
    try {
      const upload = { clientId, file, words: t.problem.sending, onProgress: (part: number) => change(key, { part }) };
      const stored = await (asset ? sendAsset({ ...upload, assetId: asset.id }) : sendNewAsset(api, upload));
      change(key, { asset: stored, state: 'stored', part: 1 });
    } catch (error) {
      change(key, { state: 'failed', problem: problemText(t, error) });
    }
  };

  const match = async ({ key, file }: Upload) => {
    change(key, { state: 'matching' });
    try {
      const { asset, candidates } = await findAssetForFile(api, file.name);
      setUploads((before) =>
        asset ? withAsset(before, key, { asset, candidates }) : withoutAsset(before, key, candidates),
      );
    } catch (error) {
      setUploads((before) => withoutMatch(before, key, problemText(t, error)));
    }
  };

  const add = (files: File[]) => {
    const added = files.map((file) => {
      lastKey += 1;
      return newUpload(`${lastKey}`, file);
    });
    setUploads((before) => [...before, ...added]);
    const tasks = added.map((upload) => () => match(upload));
    void runLimited(maxRequests, tasks);
  };

  const sendAll = async (chosen: readonly Upload[]) => {
    const tasks = chosen.map((upload) => () => (upload.needsMatch ? match(upload) : send(upload)));
    await runLimited(maxRequests, tasks);
    await queryClient.invalidateQueries({ queryKey: [clientId] });
  };

  return {
    uploads,
    add,
    sendAll: (chosen: readonly Upload[]) => void sendAll(chosen),
    assign: ({ key }: Upload, asset: Asset) => setUploads((before) => withAsset(before, key, { asset })),
    clear: () => setUploads([]),
  };
}
