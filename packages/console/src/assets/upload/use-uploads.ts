import type { Asset } from '@pimento/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { findAssetForFile } from './asset-matching.ts';
import { sendAsset } from './asset-upload.ts';

/** One dropped file on its way to its asset. */
export interface Upload {
  key: string;
  file: File;
  asset?: Asset;
  /** Assets that its name fits. */
  candidates: Asset[];
  /** ambiguous: several may be meant. matched: waits to be sent. occupied: its asset has content already, so that a person decides. */
  state: 'matching' | 'unmatched' | 'ambiguous' | 'matched' | 'occupied' | 'sending' | 'stored' | 'failed';
  part: number;
  problem?: string;
}

const atOnce = 4;
let dropped = 0;

/** As what a file with this asset waits: nothing is written over before a person has said so. */
const stateWith = (asset: Asset): Upload['state'] => (asset.sha256 === null ? 'matched' : 'occupied');

/** Finds the asset of each file, lets it be changed, and sends what is told to; a few at once. */
export function useUploads() {
  const t = useMessages();
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);

  const set = useCallback((key: string, change: Partial<Upload>) => {
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...change } : one)));
  }, []);

  const send = useCallback(
    async ({ key, file, asset }: Upload) => {
      if (!asset) return;
      set(key, { state: 'sending', part: 0 });
      try {
        const onProgress = (part: number) => set(key, { part });
        const stored = await sendAsset({ clientId, assetId: asset.id, file, words: t.problem.sending, onProgress });
        set(key, { asset: stored, state: 'stored', part: 1 });
      } catch (error) {
        set(key, { state: 'failed', problem: problemText(t, error) });
      }
    },
    [clientId, set, t],
  );

  /** Gives a file to an asset; where another file here is for the same one, a person decides. */
  const assign = useCallback((key: string, asset: Asset, candidates?: Asset[]) => {
    setUploads((before) => {
      const isShared = before.some((one) => one.key !== key && one.asset?.id === asset.id && one.state !== 'failed');
      const state = isShared ? 'occupied' : stateWith(asset);
      return before.map((one) =>
        one.key === key ? { ...one, asset, state, ...(candidates ? { candidates } : {}) } : one,
      );
    });
  }, []);

  const match = useCallback(
    async ({ key, file }: Upload) => {
      try {
        const { asset, candidates } = await findAssetForFile(api, file.name);
        if (asset) assign(key, asset, candidates);
        else set(key, { candidates, state: candidates.length > 0 ? 'ambiguous' : 'unmatched' });
      } catch (error) {
        set(key, { state: 'failed', problem: problemText(t, error) });
      }
    },
    [api, assign, set, t],
  );

  const runAll = useCallback(async (works: (() => Promise<void>)[]) => {
    const queue = works.values();
    const work = async () => {
      for (const next of queue) await next();
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }, []);

  const add = (files: File[]) => {
    const added = files.map((file): Upload => {
      dropped += 1;
      return { key: `${dropped}`, file, candidates: [], state: 'matching', part: 0 };
    });
    setUploads((before) => [...before, ...added]);
    void runAll(added.map((upload) => () => match(upload)));
  };
  const sendAll = (chosen: Upload[]) =>
    void runAll(chosen.map((upload) => () => send(upload))).then(() =>
      queryClient.invalidateQueries({ queryKey: [clientId] }),
    );
  return {
    uploads,
    add,
    sendAll,
    assign: ({ key }: Upload, asset: Asset) => assign(key, asset),
    clear: () => setUploads([]),
  };
}
