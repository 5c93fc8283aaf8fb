import type { Entry } from './permission-entry.ts';

/** A source that never runs: its schedule is on request only, and no test requests a run. */
const importSource = () => ({
  from: { kind: 'address', url: 'https://192.0.2.1/prices.csv' },
  schedule: { kind: 'request' },
});

/** Requests about import sources, and the request that cancels an import. */
export const importSources: Record<string, Entry> = {
  listImportSources: { ok: 200 },
  getImportSource: { ok: 200, params: () => ({ name: 'prices' }) },
  putImportSource: { ok: 200, params: () => ({ name: 'stock' }), body: importSource },
  deleteImportSource: { ok: 204, params: () => ({ name: 'old-prices' }) },
  pauseImportSource: { ok: 200, params: () => ({ name: 'prices' }) },
  resumeImportSource: { ok: 200, params: () => ({ name: 'prices' }) },
  runImportSource: { ok: 202, params: () => ({ name: 'prices' }) },
  listImportSourceRuns: { ok: 200, params: () => ({ name: 'prices' }), isPlain: true },
  cancelImport: { ok: 409, params: ({ jobRef }) => ({ jobRef }) },
};
