import { isDeepStrictEqual } from 'node:util';
import { type ProductView, type ProductViewContent, productViewLimits } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Clock, type Database, PimentoError, type Transaction, transaction } from '../../platform/index.ts';
import { deleteView, lockViews, saveView } from './saved-view-store.ts';
import type { ViewReader } from './saved-view-types.ts';
import { countViews, findView } from './saved-view-views.ts';

export interface SavedViewDeps {
  database: Database;
  clock: Clock;
}

/** The view to change, and the version that the change is based on. */
interface Target {
  viewId: string;
  expectedVersion: number | undefined;
}

function requireRight({ clientId, role }: ViewReader, shared: boolean): void {
  if (shared && role === 'viewer') throw new PimentoError(problem('forbidden', { kind: 'viewer', clientId }));
}

async function requireOneMore(opened: Transaction, reader: ViewReader, shared: boolean): Promise<void> {
  const max = shared ? productViewLimits.shared : productViewLimits.own;
  if ((await countViews(opened, reader, shared)) >= max)
    throw new PimentoError(problem('not-possible-now', { kind: 'too-many-views', max }));
}

async function getView(opened: Transaction, reader: ViewReader, viewId: string): Promise<ProductView> {
  const found = await findView(opened, reader, viewId);
  if (found === undefined) throw new PimentoError(problem('unknown-view', { viewId }));
  return found;
}

/**
 * Locks the client's views. Returns the view if the person may change it and it has the expected version.
 * @throws PimentoError unknown-view, forbidden, changed-meanwhile
 */
async function lockView(
  opened: Transaction,
  reader: ViewReader,
  { viewId, expectedVersion }: Target,
): Promise<ProductView> {
  await lockViews(opened, reader.clientId);
  const stored = await getView(opened, reader, viewId);
  requireRight(reader, stored.shared);
  if (expectedVersion !== undefined && expectedVersion !== stored.version)
    throw new PimentoError(problem('changed-meanwhile', { kind: 'view', name: stored.name }), { stored });
  return stored;
}

/** @throws PimentoError forbidden, not-possible-now */
export function createView(
  { database, clock }: SavedViewDeps,
  reader: ViewReader,
  content: ProductViewContent,
): Promise<ProductView> {
  requireRight(reader, content.shared);
  return transaction(database, async (opened) => {
    await lockViews(opened, reader.clientId);
    await requireOneMore(opened, reader, content.shared);
    const viewId = clock.randomId();
    await saveView(opened, reader, viewId, content, clock.now());
    return getView(opened, reader, viewId);
  });
}

/** Changes a view. Equal content creates no new version. */
export function changeView(
  { database, clock }: SavedViewDeps,
  reader: ViewReader,
  target: Target,
  content: ProductViewContent,
): Promise<ProductView> {
  requireRight(reader, content.shared);
  return transaction(database, async (opened) => {
    const { name, shared, search, ...stored } = await lockView(opened, reader, target);
    if (isDeepStrictEqual({ name, shared, search }, content)) return { ...stored, ...content };
    if (shared !== content.shared) await requireOneMore(opened, reader, content.shared);
    await saveView(opened, reader, target.viewId, content, clock.now());
    return getView(opened, reader, target.viewId);
  });
}

/** @throws PimentoError unknown-view, forbidden, changed-meanwhile */
export async function removeView({ database }: SavedViewDeps, reader: ViewReader, target: Target): Promise<void> {
  await transaction(database, async (opened) => {
    await lockView(opened, reader, target);
    await deleteView(opened, reader.clientId, target.viewId);
  });
}
