import type { Entry } from './permission-entry.ts';

export const bulkEdits: Record<string, Entry> = {
  startBulkEdit: {
    ok: 202,
    body: () => ({ productIds: ['nothing'], changes: [{ kind: 'clear', attribute: ['__FAMILY'] }], dryRun: true }),
  },
  getBulkEdit: { ok: 200, params: ({ editId }) => ({ editId }) },
  cancelBulkEdit: { ok: 200, params: ({ editId }) => ({ editId }) },
  // a job that changed no product, or that was undone by another request
  undoImport: { ok: 409, params: ({ editId }) => ({ jobRef: editId }), body: () => ({}) },
  getImportUndo: { ok: 200, params: ({ editId }) => ({ jobRef: editId }), isPlain: true },
  // the bulk edit changed no product
  undoBulkEdit: { ok: 409, params: ({ editId }) => ({ editId }), body: () => ({}) },
  startProductDeletion: { ok: 202, body: () => ({ productIds: ['nothing'] }) },
  // the only deletion has deleted nothing, so it is not listed
  listProductDeletions: { ok: 200, isPlain: true },
  getProductDeletion: { ok: 200, params: ({ deletionId }) => ({ deletionId }) },
  // the deletion deleted nothing
  undoProductDeletion: { ok: 409, params: ({ deletionId }) => ({ deletionId }), body: () => ({}) },
};
