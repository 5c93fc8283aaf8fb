import type { ItemProblem, Mapping, MappingCheck, MappingEntry } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { jsonPointer } from '../../platform/core.ts';
import type { CheckedStandard } from '../judge/checked-standard.ts';
import { shown } from '../../structure/core.ts';
import { EntryTargets } from './entry-check-rules.ts';

interface Asked {
  listId: string;
  values: readonly string[];
}

/** Returns the values of `asked` that a list does not contain. */
type FindMissing = (asked: Asked) => Promise<readonly { value: string; suggestion: string | null }[]>;

const maxListed = 1_000;

/**
 * Lists the names in a copied mapping that do not exist for this client and channel. They are attributes, categories, and values of the
 * standard's lists, at most 1,000.
 * @param check the result of checking the mapping for this client and channel
 */
export async function judgeCopy(
  mapping: Mapping,
  standard: CheckedStandard,
  check: MappingCheck,
  findMissing: FindMissing,
): Promise<ItemProblem[]> {
  const missing = [...missingAttributes(check), ...missingCategories(mapping, standard)];
  for (const { map, listId, target } of listedMaps(mapping, standard)) {
    const entries = mapping.maps?.[map]?.entries ?? {};
    for (const { value, suggestion } of await findMissing({ listId, values: [...new Set(Object.values(entries))] }))
      missing.push({
        ...problem('unknown-in-copy', { kind: 'value', name: shown(value), target, suggestion }),
        path: jsonPointer(['maps', map, 'entries']),
      });
  }
  return missing.slice(0, maxListed);
}

const ofAttributes: ReadonlySet<unknown> = new Set(['unknown-attribute', 'unknown-child', 'ambiguous-name']);

function missingAttributes({ problems }: MappingCheck): ItemProblem[] {
  return problems.flatMap(({ code, path, params }) => {
    if (code !== 'invalid-formula') return [];
    const error: unknown = params?.['error'];
    if (typeof error !== 'object' || error === null || !('code' in error) || !ofAttributes.has(error.code)) return [];
    const named = 'params' in error && typeof error.params === 'object' && error.params !== null ? error.params : {};
    const name = 'name' in named ? String(named.name) : '';
    const suggestion = typeof params?.['replacement'] === 'string' ? params['replacement'] : null;
    return [{ ...problem('unknown-in-copy', { kind: 'attribute', name: shown(name), suggestion }), path }];
  });
}

function missingCategories(
  { category, maps = {}, targets = [] }: Mapping,
  { categories }: CheckedStandard,
): ItemProblem[] {
  const byName = new Map([...categories.values()].map(({ id, name }) => [name.toLowerCase(), id]));
  const missing: ItemProblem[] = [];
  const ask = (id: string, path: string): void => {
    if (categories.has(id)) return;
    const suggestion = byName.get(id.toLowerCase()) ?? null;
    missing.push({ ...problem('unknown-in-copy', { kind: 'category', name: shown(id), suggestion }), path });
  };
  for (const [index, rule] of (category?.rules ?? []).entries()) {
    if ('category' in rule) ask(rule.category, `/category/rules/${index}/category`);
    else
      for (const id of new Set(Object.values(maps[rule.map]?.entries ?? {})))
        ask(id, jsonPointer(['maps', rule.map, 'entries']));
  }
  const { otherwise = null } = category ?? {};
  if (otherwise !== null) ask(otherwise, '/category/otherwise');
  for (const [index, entry] of targets.entries())
    for (const [at, id] of (entry.categories ?? []).entries()) ask(id, `/targets/${index}/categories/${at}`);
  return missing;
}

/** Returns the value maps of targets that have a value list. */
function listedMaps(mapping: Mapping, standard: CheckedStandard): { map: string; listId: string; target: string }[] {
  const targets = new EntryTargets(standard);
  const found = new Map<string, { map: string; listId: string; target: string }>();
  const visit = (entries: readonly MappingEntry[], around: readonly MappingEntry[]): void => {
    for (const entry of entries) {
      const target = targets.find([...around, entry]);
      const listId = target?.restriction.valueList?.id;
      if (entry.map !== undefined && listId !== undefined && target !== undefined)
        found.set(`${entry.map} ${listId}`, { map: entry.map, listId, target: target.path });
      visit(entry.children ?? [], [...around, entry]);
    }
  };
  visit(mapping.targets ?? [], []);
  return [...found.values()];
}
