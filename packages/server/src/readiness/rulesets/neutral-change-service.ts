import { adapterIdOf, type Transaction } from '../../platform/core.ts';
import { findHead, listItemDifferences, listValueDifferences } from '../../standards/core.ts';
import { isNeutralHead, isNeutralItem, isNeutralValue, type NeutralityFacts } from './neutral-change-rules.ts';
import type { ConnectionKey } from './ruleset-types.ts';
import { listPresentProblems } from './ruleset-views.ts';

/** Maximum number of differences to check. A version with more differences is treated as if it changed evaluations. */
const maxDifferences = 500;
const page = { limit: maxDifferences + 1, after: null };

/**
 * Returns true if no evaluation of a connection can differ between two versions of a data standard. Returns false, without examining the
 * differences, if there are more than `maxDifferences`.
 */
export async function isNeutralVersion(
  transaction: Transaction,
  connection: ConnectionKey & { adapterId: string },
  { from, to }: { from: number; to: number },
  known: Omit<NeutralityFacts, 'problems'>,
): Promise<boolean> {
  const key = { adapterId: adapterIdOf(connection.adapterId), channelId: connection.channelId };
  const [before, after] = [await findHead(transaction, key, from), await findHead(transaction, key, to)];
  if (before === undefined || after === undefined || !isNeutralHead(parse(before), parse(after))) return false;
  const compared = { key, from, to };
  const items = await listItemDifferences(transaction, compared, page);
  const values = items.length > maxDifferences ? [] : await listValueDifferences(transaction, compared, page);
  if (items.length + values.length > maxDifferences) return false;
  const facts = { ...known, problems: await listPresentProblems(transaction, connection) };
  return items.every((one) => isNeutralItem(one, facts)) && values.every((one) => isNeutralValue(one, facts));
}

const parse = (head: string) => JSON.parse(head) as Record<string, unknown>; // the head is an object, which was checked at publication
