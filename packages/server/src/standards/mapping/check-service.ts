import type { Mapping, MappingCheck } from '@pimento/contract';
import type { Clock, Connection, Database } from '../../platform/index.ts';
import type { OutlineCache } from '../versions/outline-cache.ts';
import { loadClientFacts, requireOutline } from './client-facts-service.ts';
import { invalidMapping } from './draft-service.ts';
import { judgeMapping } from './mapping-check-rules.ts';
import { readOutline, unknownMapping } from './mapping-reading-service.ts';
import type { MappingKey } from './mapping-types.ts';
import { judgeLimits } from './mapping-values-rules.ts';
import { findMapping, listMapTargets } from './mapping-views.ts';

export interface MappingDeps {
  database: Database;
  clock: Clock;
  outlines: OutlineCache;
  /** Called after a version has been published, so that products are evaluated with it immediately. */
  onPublished: () => void;
}

/**
 * Checks a mapping, the draft by default.
 * @throws PimentoError unknown-channel, unknown-mapping, unknown-standard, invalid-mapping if it exceeds the limits
 */
export async function checkMapping(
  { database, outlines }: Pick<MappingDeps, 'database' | 'outlines'>,
  key: MappingKey,
  mapping?: Mapping,
): Promise<MappingCheck> {
  const facts = await loadClientFacts(database, key);
  const { standard, version } = await requireOutline(database, outlines, facts.channel);
  const checked = mapping ?? (await readDraftOutline(database, key, facts));
  requireLimits(checked);
  const assigned = await findAssigned(database, key, checked);
  return judgeMapping(checked, { standard, standardVersion: version, assigned, ...facts });
}

/**
 * Returns the categories that the rules of a mapping can return, including the default category.
 * @returns undefined if it has neither rules nor a default category
 */
async function findAssigned(
  connection: Connection,
  key: MappingKey,
  { category = {}, maps = {} }: Mapping,
): Promise<ReadonlySet<string> | undefined> {
  const { rules = [], otherwise = null } = category;
  if (rules.length === 0 && otherwise === null) return undefined;
  const found = new Set(otherwise === null ? [] : [otherwise]);
  const stored: string[] = [];
  for (const rule of rules) {
    if ('when' in rule) {
      found.add(rule.category);
      continue;
    }
    const entries = Object.hasOwn(maps, rule.map) ? maps[rule.map]?.entries : undefined;
    if (entries === undefined) stored.push(rule.map);
    else for (const target of Object.values(entries)) found.add(target);
  }
  if (stored.length > 0) for (const target of await listMapTargets(connection, key, stored)) found.add(target);
  return found;
}

/** @throws PimentoError invalid-mapping if a mapping exceeds the limits */
export function requireLimits(mapping: Mapping): void {
  const faults = judgeLimits(mapping);
  if (faults.length > 0) throw invalidMapping(faults);
}

async function readDraftOutline(
  connection: Connection,
  key: MappingKey,
  facts: Parameters<typeof readOutline>[1],
): Promise<Mapping> {
  const row = await findMapping(connection, key, 0);
  if (row === undefined) throw unknownMapping(key, 0);
  return readOutline(row, facts);
}
