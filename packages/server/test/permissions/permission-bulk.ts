import type { Entry } from './permission-entry.ts';

export const bulkEdits: Record<string, Entry> = {
  startBulkEdit: {
    ok: 202,
    body: () => ({ productIds: ['nothing'], changes: [{ kind: 'clear', attribute: ['__FAMILY'] }], dryRun: true }),
  },
  getBulkEdit: { ok: 200, params: ({ editId }) => ({ editId }) },
  cancelBulkEdit: { ok: 200, params: ({ editId }) => ({ editId }) },
  // this bulk edit has changed no product, so there is nothing to undo
  undoBulkEdit: { ok: 409, params: ({ editId }) => ({ editId }), body: () => ({}) },
};
