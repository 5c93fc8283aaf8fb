import type { UnmappedValue, ValueSuggestionList } from '@pimento/contract';
import type { Connection } from '../../platform/index.ts';
import {
  createValueFinder,
  findMapping,
  loadClientFacts,
  loadListedValues,
  type OutlineCache,
  requireMap,
  requireOutline,
  type Target,
  targetsOfMap,
} from '../../standards/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { requireConnection } from './readiness-service.ts';
import { countRefusedValues } from './refused-value-views.ts';

/** Maximum number of products whose values are counted. */
const maxProducts = 10_000;
/** Maximum number of values in an answer. */
const maxValues = 100;
/** Maximum total number of values in the lists in which suggestions are searched, because values are compared on the main thread. */
const maxListed = 20_000;
/** Maximum number of lists that are read for an answer. */
const maxLists = 10;

/**
 * Lists the values that are missing in a value map and that targets refused, because the targets' lists do not have them. Each value has
 * a suggestion if one was found.
 * @throws PimentoError unknown-channel, unknown-connection, unknown-standard, unknown-mapping
 */
export async function suggestValues(
  { database, outlines }: { database: Connection; outlines: OutlineCache },
  key: ConnectionKey,
  mapId: string,
): Promise<ValueSuggestionList> {
  await requireConnection(database, key);
  const { channel } = await loadClientFacts(database, key);
  const { standard, version } = await requireOutline(database, outlines, channel);
  const draft = await findMapping(database, key, 0);
  requireMap(draft?.document, mapId);
  const targets = new Map([...targetsOfMap(draft?.document ?? {}, standard, mapId)].map((one) => [one.path, one]));
  const map = { mapId, targets: [...targets.keys()] };
  const counted = await countRefusedValues(database, key, map, { maxProducts, limit: maxValues });
  const { adapterId, channelId } = channel;
  const finders = new Map<string, ReturnType<typeof createValueFinder>>();
  let left = maxListed;
  const finderOf = async ({ restriction }: Target) => {
    const listId = restriction.valueList?.id;
    if (listId === undefined) return undefined;
    const known = finders.get(listId);
    if (known !== undefined || finders.size === maxLists) return known;
    const listed = await loadListedValues(database, { key: { adapterId, channelId }, version, listId }, left);
    left -= listed.length;
    const finder = createValueFinder(listed);
    finders.set(listId, finder);
    return finder;
  };
  const values: UnmappedValue[] = [];
  for (const { value, target, products } of counted.values) {
    const refusing = targets.get(target);
    if (refusing === undefined) continue;
    const suggestion = (await finderOf(refusing))?.(value) ?? null;
    values.push({ value, target, products, suggestion });
  }
  return { values, isSampled: counted.read >= maxProducts };
}
