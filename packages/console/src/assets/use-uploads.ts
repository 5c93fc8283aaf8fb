import type { Asset } from '@pimento/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { problemText } from '../ui/problem-text.ts';
import { findAssetForFile } from './asset-matching.ts';
import { sendAsset } from './asset-upload.ts';

/** One dropped file on its way to its asset. */
export interface Upload {
  key: string;
  file: File;
  asset?: Asset;
  /** occupied: its asset has content already, so that a person decides. */
  state: 'matching' | 'unmatched' | 'occupied' | 'sending' | 'stored' | 'failed';
  part: number;
  problem?: string;
}

const atOnce = 4;
let dropped = 0;

/** Finds the asset of each file and fills those that wait; a few at once. */
export function useUploads() {
  const t = useMessages();
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);

  const set = useCallback((key: string, change: Partial<Upload>) => {
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }, []);

  const send = useCallback(
    async ({ key, file }: Upload, asset: Asset) => {
      set(key, { asset, state: 'sending', part: 0 });
      try {
        const onProgress = (part: number) => set(key, { part });
        const stored = await sendAsset({ clientId, assetId: asset.id, file, broken: t.assets.broken, onProgress });
        set(key, { asset: stored, state: 'stored', part: 1 });
      } catch (error) {
        set(key, { state: 'failed', problem: problemText(t, error) });
      }
    },
    [clientId, set, t],
  );

  const take = useCallback(
    async (upload: Upload) => {
      try {
        const asset = await findAssetForFile(api, upload.file.name);
        if (!asset) set(upload.key, { state: 'unmatched' });
        else if (asset.sha256 !== null) set(upload.key, { asset, state: 'occupied' });
        else await send(upload, asset);
      } catch (error) {
        set(upload.key, { state: 'failed', problem: problemText(t, error) });
      }
    },
    [api, send, set, t],
  );

  const runAll = useCallback(
    async (works: (() => Promise<void>)[]) => {
      const queue = works.values();
      const work = async () => {
        for (const next of queue) await next();
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      await queryClient.invalidateQueries({ queryKey: [clientId] });
    },
    [clientId, queryClient],
  );

  const add = (files: File[]) => {
    const added = files.map((file): Upload => {
      dropped += 1;
      return { key: `${dropped}`, file, state: 'matching', part: 0 };
    });
    setUploads((before) => [...before, ...added]);
    void runAll(added.map((upload) => () => take(upload)));
  };
  const replace = (chosen: Upload[]) =>
    void runAll(chosen.map((upload) => async () => (upload.asset ? send(upload, upload.asset) : undefined)));
  const assign = (upload: Upload, asset: Asset) => void runAll([() => send(upload, asset)]);
  return { uploads, add, replace, assign, clear: () => setUploads([]) };
}
