import { isDeepStrictEqual } from 'node:util';
import { type ProductView, type ProductViewContent, productViewLimits } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { type Clock, type Database, PimentoError, type Transaction, transaction } from '../../platform/index.ts';
import { deleteView, lockViews, saveView } from './saved-view-store.ts';
import type { ViewMember } from './saved-view-types.ts';
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

function requireRight({ clientId, role }: ViewMember, shared: boolean): void {
  if (shared && role === 'viewer') throw new PimentoError(problem('forbidden', { kind: 'viewer', clientId }));
}

async function requireOneMore(opened: Transaction, member: ViewMember, shared: boolean): Promise<void> {
  const max = shared ? productViewLimits.shared : productViewLimits.own;
  if ((await countViews(opened, member, shared)) >= max)
    throw new PimentoError(problem('not-possible-now', { kind: 'too-many-views', max }));
}

async function getView(opened: Transaction, member: ViewMember, viewId: string): Promise<ProductView> {
  const found = await findView(opened, member, viewId);
  if (found === undefined) throw new PimentoError(problem('unknown-view', { viewId }));
  return found;
}

/**
 * Locks the client's views and returns the target view. Refuses if the person may not change the view, or if the view no longer has the
 * expected version.
 * @throws PimentoError unknown-view, forbidden, changed-meanwhile
 */
async function lockView(
  opened: Transaction,
  member: ViewMember,
  { viewId, expectedVersion }: Target,
): Promise<ProductView> {
  await lockViews(opened, member.clientId);
  const stored = await getView(opened, member, viewId);
  requireRight(member, stored.shared);
  if (expectedVersion !== undefined && expectedVersion !== stored.version)
    throw new PimentoError(problem('changed-meanwhile', { kind: 'view', name: stored.name }), { stored });
  return stored;
}

/** @throws PimentoError forbidden, not-possible-now */
export function createView(
  { database, clock }: SavedViewDeps,
  member: ViewMember,
  content: ProductViewContent,
): Promise<ProductView> {
  requireRight(member, content.shared);
  return transaction(database, async (opened) => {
    await lockViews(opened, member.clientId);
    await requireOneMore(opened, member, content.shared);
    const viewId = clock.randomId();
    await saveView(opened, member, viewId, content, clock.now());
    return getView(opened, member, viewId);
  });
}

/**
 * Changes a view. Equal content creates no new version.
 * @throws PimentoError unknown-view, forbidden, changed-meanwhile, not-possible-now
 */
export function changeView(
  { database, clock }: SavedViewDeps,
  member: ViewMember,
  target: Target,
  content: ProductViewContent,
): Promise<ProductView> {
  requireRight(member, content.shared);
  return transaction(database, async (opened) => {
    const { name, shared, search, ...stored } = await lockView(opened, member, target);
    if (isDeepStrictEqual({ name, shared, search }, content)) return { ...stored, ...content };
    if (shared !== content.shared) await requireOneMore(opened, member, content.shared);
    await saveView(opened, member, target.viewId, content, clock.now());
    return getView(opened, member, target.viewId);
  });
}

/** @throws PimentoError unknown-view, forbidden, changed-meanwhile */
export async function removeView({ database }: SavedViewDeps, member: ViewMember, target: Target): Promise<void> {
  await transaction(database, async (opened) => {
    await lockView(opened, member, target);
    await deleteView(opened, member.clientId, target.viewId);
  });
}
