import { createHash, hash as sha256 } from 'node:crypto';
import type { ItemProblem, ListValue } from '@pimento/contract';
import { jsonSchemaOf } from '../export/json-schema.ts';
import type { CheckedStandard } from '../judge/checked-standard.ts';
import { canonicalJson } from './canonical-json.ts';
import { boundHash } from './kept-lists.ts';
import { ByteText, copyCell, copyLine } from './copy-text.ts';

export interface StandardCounts {
  attributes: number;
  categories: number;
  valueLists: number;
  values: number;
  rules: number;
}

/** An accepted data standard in its stored form. */
export interface PreparedStandard {
  /** JSON of everything except the items. */
  head: string;
  /** JSON Schema of the channel shape. Created here, because the whole standard is in memory only here. */
  jsonSchema: string;
  /** Hash of the whole content, as hexadecimal digits. Begins with `hashForm`. */
  documentHash: string;
  /** The hash in the form of versions from before 0199_unchanged_list_sources.sql. Undefined if values are kept. */
  formerHash: string | undefined;
  counts: StandardCounts;
  warnings: ItemProblem[];
  /** Lines for COPY with these columns: kind, item id, ordinal, hash, name, parent, is leaf, body, position, hash of values, hash of source. */
  items: Uint8Array<ArrayBuffer>;
  /** Lines for COPY with these columns: list id, value, ordinal, label, parent value, other members, position. */
  values: Uint8Array<ArrayBuffer>;
  /** The position of each list's values in `values`. */
  lists: readonly PreparedList[];
}

export interface PreparedList {
  id: string;
  /** Hash of the COPY lines of the list's values, as hexadecimal digits. */
  hash: string;
  /** Byte offsets of the lines in `values`. */
  start: number;
  end: number;
  /** True if `values` has no lines of the list, because its values are the same as in the current version. */
  isKept: boolean;
}

/**
 * Prefix of document hashes that are computed from the hashes of the lists. Former releases computed document hashes from the lines of the
 * values, without a prefix.
 */
const hashForm = '01';
const formerDigits = 64;

/** Returns true if a former release stored this hash. All values of a document must be read to compare it with such a hash. */
export const isFormerHash = (documentHash: string): boolean => documentHash.length === formerDigits;

interface Item {
  kind: 'attribute' | 'category' | 'rule' | 'value-list';
  id: string;
  name: string;
  parentId?: string | null | undefined;
  isLeaf?: boolean;
  body: unknown;
}

/**
 * Prepares a checked standard for storing.
 * @param sourceHashes hashes of the bytes of the values, by id of the list
 */
export function prepareStandard(
  standard: CheckedStandard,
  warnings: ItemProblem[],
  sourceHashes: ReadonlyMap<string, string>,
): PreparedStandard {
  const hash = createHash('sha256').update(canonicalJson(standard.head));
  const items = new ByteText();
  const { values, lists } = prepareValues(standard);
  const hashOf = new Map(lists.map(({ id, hash: ofList }) => [id, ofList]));
  // A value that is not judged again would lose its warning.
  const mayBeKept = !warnings.some(({ path }) => path.startsWith('/valueLists/'));
  const sourceHashOf = (id: string) => {
    const [values, bytes] = [hashOf.get(id), sourceHashes.get(id)];
    return mayBeKept && values !== undefined && bytes !== undefined ? boundHash(values, bytes) : undefined;
  };
  let ordinal = 0;
  for (const item of itemsOf(standard)) {
    const bodyHash = sha256('sha256', canonicalJson(item.body), 'buffer');
    hash.update(`\n${item.kind} ${JSON.stringify(item.id)} `).update(bodyHash);
    const { kind, id, name, parentId = null, isLeaf = false, body } = item;
    const cells = [
      kind,
      id,
      ordinal,
      `\\x${bodyHash.toString('hex')}`,
      name,
      parentId,
      isLeaf ? 't' : 'f',
      JSON.stringify(body),
      ordinal,
      kind === 'value-list' ? hashCell(hashOf.get(id)) : null,
      kind === 'value-list' ? hashCell(sourceHashOf(id)) : null,
    ];
    items.add(copyLine(cells));
    ordinal += 1;
  }
  // The lines of the values are not canonical. If only the order of a value's other members changes, this can create an unnecessary
  // version, but no change is missed.
  const former = lists.some(({ isKept }) => isKept) ? undefined : hash.copy().update(values);
  for (const list of lists) hash.update(list.hash);
  return {
    head: JSON.stringify(standard.head),
    jsonSchema: JSON.stringify(jsonSchemaOf(standard)),
    documentHash: hashForm + hash.digest('hex'),
    formerHash: former?.digest('hex'),
    counts: countsOf(standard),
    warnings,
    items: items.close(),
    values,
    lists,
  };
}

const hashCell = (digits: string | undefined): string | null => (digits === undefined ? null : `\\x${digits}`);

function prepareValues({ lists }: CheckedStandard): {
  values: Uint8Array<ArrayBuffer>;
  lists: PreparedList[];
} {
  const lines = new ByteText();
  const prepared: PreparedList[] = [];
  for (const { id, values, kept } of lists.values()) {
    const start = lines.size;
    if (kept !== undefined) {
      prepared.push({ id, hash: kept.hash, start, end: start, isKept: true });
      continue;
    }
    const list = copyCell(id);
    let ordinal = 0;
    for (const listed of values.values()) {
      lines.add(valueLine(list, listed, ordinal));
      ordinal += 1;
    }
    const hash = createHash('sha256');
    for (const bytes of lines.bytesFrom(start)) hash.update(bytes);
    prepared.push({ id, hash: hash.digest('hex'), start, end: lines.size, isKept: false });
  }
  return { values: lines.close(), lists: prepared };
}

/** Returns the line of a value. Does not create a list of cells, because a document has up to two million values. */
function valueLine(list: string, listed: ListValue, ordinal: number): string {
  const { value, label, parentValue } = listed;
  const other = `${copyCell(label)}\t${copyCell(parentValue)}\t${copyCell(otherMembers(listed))}`;
  return `${list}\t${copyCell(value)}\t${ordinal}\t${other}\t${ordinal}\n`;
}

const columns: ReadonlySet<string> = new Set(['value', 'label', 'parentValue']);

/** Returns the members without a column of their own as JSON, or null. Most values have none, so no object is created for them. */
function otherMembers(listed: ListValue): string | null {
  for (const name in listed) {
    if (columns.has(name)) continue;
    const { value: _value, label: _label, parentValue: _parentValue, ...rest } = listed;
    return JSON.stringify(rest);
  }
  return null;
}

function* itemsOf({ targets, categories, rules, lists }: CheckedStandard): Generator<Item, void, undefined> {
  for (const { id, body } of lists.values()) yield { kind: 'value-list', id, name: nameOf(body, id), body };
  for (const { path, name, body } of [...targets.values()].toSorted((a, b) => a.ordinal - b.ordinal))
    yield { kind: 'attribute', id: path, name, body };
  for (const { id, name, isLeaf, body } of categories.values())
    yield { kind: 'category', id, name, parentId: body.parentId, isLeaf, body };
  for (const { id, message, body } of rules.values()) yield { kind: 'rule', id, name: message ?? id, body };
}

function countsOf({ targets, categories, rules, lists }: CheckedStandard): StandardCounts {
  return {
    attributes: targets.size,
    categories: categories.size,
    valueLists: lists.size,
    values: lists.values().reduce((sum, { values, kept }) => sum + (kept?.count ?? values.size), 0),
    rules: rules.length,
  };
}

/** The parameter type is loose, because `Omit` removes the declared members from a type that allows unknown members. */
const nameOf = ({ name }: { name?: unknown }, id: string): string => (typeof name === 'string' ? name : id);
