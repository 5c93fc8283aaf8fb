import type { CompiledAttribute, CompiledStructure } from '../../structure/index.ts';
import type { PackagingLink } from '../product/product-types.ts';
import { findReservedField, type ReservedColumn } from '../product/reserved-fields.ts';

export type ConditionTest = { kind: 'equals' | 'contains'; text: string } | { kind: 'empty' | 'present' };

/** One condition on a product, all names resolved. */
export interface Condition {
  /** A column, or the JSON of values or packaging, where `path` leads to the value. */
  target: 'values' | ReservedColumn;
  /** Keys from the top down, as they are stored; empty for a column. */
  path: string[];
  test: ConditionTest;
}

export type Judged<T> = { value: T } | { breach: string };

const escaped: Record<string, string> = { '2F': '/', '3D': '=', '7E': '~', '21': '!', '2A': '*', '25': '%' };
const packagingKeys: ReadonlySet<string> = new Set<keyof PackagingLink>(['__ID', 'QUANTITY']);

function unescapeName(name: string): string {
  return name
    .replaceAll(/%(2F|3D|7E|21|2A|25)/gi, (whole, code: string) => escaped[code.toUpperCase()] ?? whole)
    .normalize('NFC');
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

/** The top-level attribute that an id or an unambiguous name means. */
export function findTopLevel(structure: CompiledStructure, name: string): Judged<CompiledAttribute> {
  const attribute = structure.byPayloadKey.get(name);
  if (attribute) return { value: attribute };
  if (structure.ambiguousNames.has(name))
    return { breach: `names several attributes with ${JSON.stringify(name)}; use the id instead` };
  return { breach: `names the unknown attribute ${JSON.stringify(name)}` };
}

function descend(
  attribute: CompiledAttribute,
  names: readonly string[],
): Judged<{ keys: string[]; last: CompiledAttribute }> {
  const keys: string[] = [];
  let last = attribute;
  for (const name of names) {
    const parent = JSON.stringify(last.name);
    if (last.childrenByRowKey === null)
      return { breach: `looks for ${JSON.stringify(name)} inside ${parent}, which is no composite` };
    const child = last.childrenByRowKey.get(name);
    if (!child) return { breach: `names ${JSON.stringify(name)}, which the composite ${parent} does not have` };
    keys.push(child.storageName);
    last = child;
  }
  return { value: { keys, last } };
}

function judgeReserved(
  column: ReservedColumn,
  name: string,
  deeper: readonly string[],
  test: ConditionTest,
): Judged<Condition> {
  if (column !== 'packaging') {
    return deeper.length === 0
      ? { value: { target: column, path: [], test } }
      : { breach: `looks inside ${name}, which holds one text` };
  }
  const known = deeper.length === 0 || (deeper.length === 1 && packagingKeys.has(deeper[0] ?? ''));
  if (!known) return { breach: 'names a part of PACKAGING other than __ID and QUANTITY' };
  if (deeper.length === 0 && 'text' in test)
    return { breach: 'compares PACKAGING itself; name PACKAGING/__ID or PACKAGING/QUANTITY' };
  return { value: { target: column, path: [...deeper], test } };
}

/** Reads one `where`: attribute by id or name, operator, text. The breach is the end of a sentence about the parameter. */
export function judgeCondition(structure: CompiledStructure, text: string): Judged<Condition> {
  const parts = splitCondition(text);
  const [first, ...deeper] = parts?.names ?? [];
  if (!parts || first === undefined) {
    return { breach: `must be an attribute followed by "=", "~", "!" or "*", which ${JSON.stringify(text)} is not` };
  }
  const reserved = findReservedField(first);
  if (reserved) return judgeReserved(reserved.column, reserved.name, deeper, parts.test);
  const top = findTopLevel(structure, first);
  if ('breach' in top) return top;
  const found = descend(top.value, deeper);
  if ('breach' in found) return found;
  const { keys, last } = found.value;
  if (last.childrenByRowKey !== null && 'text' in parts.test) {
    return { breach: `compares the composite ${JSON.stringify(last.name)} itself; name one of its children` };
  }
  return { value: { target: 'values', path: [top.value.id, ...keys], test: parts.test } };
}
