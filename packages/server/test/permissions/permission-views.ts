import type { Entry } from './permission-entry.ts';

const savedView = () => ({ name: 'x', shared: true, search: {} });

/** Requests for the saved views of the product list. */
export const views: Record<string, Entry> = {
  listProductViews: { ok: 200, isPlain: true },
  createProductView: { ok: 201, body: savedView },
  putProductView: { ok: 404, params: () => ({ viewId: 'none' }), body: savedView },
  deleteProductView: { ok: 404, params: () => ({ viewId: 'none' }) },
};
