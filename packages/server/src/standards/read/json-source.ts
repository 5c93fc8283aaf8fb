import { standardItemMembers } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { KeptValues, Place, SourceItem, SourceList, StandardSource } from '../judge/standard-source.ts';

type Member = (typeof standardItemMembers)[number];

type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const noneKept: ReadonlyMap<string, KeptValues> = new Map();

/**
 * Splits a JSON document into head and items. Their places are JSON Pointers into the document.
 * @param kept the values of lists that are not in the document, by id of the list
 */
export function readJsonSource(document: unknown, kept = noneKept): StandardSource {
  const fields = isFields(document) ? document : {};
  const faults: { place: Place; problem: ReturnType<typeof notAList> }[] = [];
  const listOf = (member: Member): readonly unknown[] => {
    const value = Object.hasOwn(fields, member) ? fields[member] : undefined;
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    faults.push({ place: { path: `/${member}` }, problem: notAList(value) });
    return [];
  };
  const itemsOf = (member: Member): SourceItem[] =>
    listOf(member).map((value, index) => ({ value, place: { path: `/${member}/${index}` } }));
  return {
    head: { value: isFields(document) ? withoutItems(document) : document, place: { path: '' } },
    attributes: itemsOf('attributes'),
    categories: itemsOf('categories'),
    rules: itemsOf('rules'),
    lists: listOf('valueLists').map((value, index) => readList(value, `/valueLists/${index}`, kept)),
    faults,
  };
}

function notAList(value: unknown) {
  const found = typeof value;
  return problem('invalid-field', { kind: 'member', fault: { rule: 'type', expected: 'array', found } });
}

function withoutItems(document: Fields): Fields {
  const isItems = new Set<string>(standardItemMembers);
  return Object.fromEntries(Object.entries(document).filter(([name]) => !isItems.has(name)));
}

function readList(value: unknown, path: string, kept: ReadonlyMap<string, KeptValues>): SourceList {
  const values = isFields(value) && Array.isArray(value['values']) ? (value['values'] as readonly unknown[]) : []; // the members are checked later
  const isSplit = isFields(value) && Array.isArray(value['values']);
  const placeOfValue = (index: number) => ({ path: `${path}/values/${index}` });
  const id = isSplit && typeof value['id'] === 'string' ? value['id'] : '';
  return {
    value: isSplit ? withoutValues(value) : value,
    place: { path },
    values,
    placeOfValue,
    kept: kept.get(id),
  };
}

function withoutValues({ values: _, ...list }: Fields): Fields {
  return list;
}
