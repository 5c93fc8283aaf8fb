import { cleanIdentifier } from '@pimento/contract/text';
import type { QueryFault } from '@pimento/contract';
import type { CompiledAttribute, CompiledStructure } from '../../structure/index.ts';
import type { PackagingLink } from '../product/product-types.ts';
import { findReservedField, type ReservedColumn } from '../product/reserved-field-rules.ts';

export type ConditionTest = { kind: 'equals' | 'contains'; text: string } | { kind: 'empty' | 'present' };

/** One condition on a product, with all names resolved. */
export interface Condition {
  /** A column, or the JSON of values or packaging. In the JSON, `path` is the path to the value. */
  target: 'values' | ReservedColumn;
  /** Stored keys from the top down; empty for a column. */
  path: string[];
  test: ConditionTest;
}

export type Judged<T> = { value: T } | { fault: QueryFault };

const escaped: Record<string, string> = { '2F': '/', '3D': '=', '7E': '~', '21': '!', '2A': '*', '25': '%' };
const packagingKeys: ReadonlySet<string> = new Set<keyof PackagingLink>(['__ID', 'QUANTITY']);

function unescapeName(name: string): string {
  return name.replaceAll(/%(2F|3D|7E|21|2A|25)/gi, (whole, code: string) => escaped[code.toUpperCase()] ?? whole);
}

function splitCondition(text: string): { names: string[]; test: ConditionTest } | undefined {
  const [, comparedPath, operator, wanted = ''] = /^([^=~]*)([=~])(.*)$/s.exec(text) ?? [];
  const [, lonePath, mark] = /^(.*)([!*])$/s.exec(text) ?? [];
  const path = comparedPath ?? lonePath;
  if (path === undefined || path === '') return undefined;
  const names = path.split('/').map(unescapeName);
  if (operator !== undefined) return { names, test: { kind: operator === '=' ? 'equals' : 'contains', text: wanted } };
  return { names, test: { kind: mark === '!' ? 'empty' : 'present' } };
}

/** Finds a top-level attribute by id or by unique name. */
export function findTopLevel(structure: CompiledStructure, asked: string): Judged<CompiledAttribute> {
  const name = cleanIdentifier(asked);
  const attribute = structure.byPayloadKey.get(asked) ?? structure.byPayloadKey.get(name);
  if (attribute) return { value: attribute };
  if (structure.ambiguousNames.has(name)) return { fault: { kind: 'ambiguous', name } };
  return { fault: { kind: 'unknown', name } };
}

/** Finds an attribute inside a composite, and the stored keys from the composite to this attribute. */
export function descend(
  attribute: CompiledAttribute,
  names: readonly string[],
): Judged<{ keys: string[]; last: CompiledAttribute }> {
  const keys: string[] = [];
  let last = attribute;
  for (const name of names) {
    const parent = last.name;
    if (last.childrenByRowKey === null) return { fault: { kind: 'not-composite', name, parent } };
    const child = last.childrenByRowKey.get(name) ?? last.childrenByRowKey.get(cleanIdentifier(name));
    if (!child) return { fault: { kind: 'no-child', name, parent } };
    keys.push(child.storageName);
    last = child;
  }
  return { value: { keys, last } };
}

const keys: ReadonlySet<ReservedColumn> = new Set(['productId', 'family', 'category'] as const);

/** Cleans the text with which an id, a family or a category is compared, because these are stored in cleaned form. */
const ofKey = (column: ReservedColumn, test: ConditionTest): ConditionTest =>
  keys.has(column) && test.kind === 'equals' ? { ...test, text: cleanIdentifier(test.text) } : test;

function judgeReserved(
  column: ReservedColumn,
  name: string,
  deeper: readonly string[],
  test: ConditionTest,
): Judged<Condition> {
  if (column !== 'packaging') {
    return deeper.length === 0
      ? { value: { target: column, path: [], test: ofKey(column, test) } }
      : { fault: { kind: 'inside-text', name } };
  }
  const known = deeper.length === 0 || (deeper.length === 1 && packagingKeys.has(deeper[0] ?? ''));
  if (!known) return { fault: { kind: 'packaging-part' } };
  if (deeper.length === 0 && 'text' in test) return { fault: { kind: 'packaging-compared' } };
  return { value: { target: column, path: [...deeper], test } };
}

/** Parses one `where`: attribute by id or name, operator, text. */
export function judgeCondition(structure: CompiledStructure, text: string): Judged<Condition> {
  const parts = splitCondition(text);
  const [first, ...deeper] = parts?.names ?? [];
  if (!parts || first === undefined) {
    return { fault: { kind: 'operator', condition: text } };
  }
  // Refuses an empty text: every string contains it, so a script with an empty variable would choose every product that has a value.
  if ('text' in parts.test && parts.test.text === '') return { fault: { kind: 'no-text', condition: text } };
  const reserved = findReservedField(cleanIdentifier(first));
  if (reserved) return judgeReserved(reserved.column, reserved.name, deeper, parts.test);
  const top = findTopLevel(structure, first);
  if ('fault' in top) return top;
  const found = descend(top.value, deeper);
  if ('fault' in found) return found;
  const { keys, last } = found.value;
  if (last.childrenByRowKey !== null && 'text' in parts.test) {
    return { fault: { kind: 'composite-compared', name: last.name } };
  }
  return { value: { target: 'values', path: [top.value.id, ...keys], test: parts.test } };
}
