import { type ListValue, listValueSchema, standardLimits, valueListSchema } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { isStorableText } from '../../platform/core.ts';
import { shown } from '../../structure/core.ts';
import type { ValueList } from './checked-standard.ts';
import type { ProblemList } from './problem-list.ts';
import type { SourceList } from './standard-source.ts';

const listSchema = valueListSchema.omit({ values: true });

export function judgeLists(sources: readonly SourceList[], found: ProblemList): ReadonlyMap<string, ValueList> {
  const lists = new Map<string, ValueList>();
  for (const source of sources) {
    const list = found.read(source, listSchema);
    if (list === undefined) continue;
    if (lists.has(list.id))
      found.report(source.place, '/id', problem('duplicate-value', { kind: 'list', list: shown(list.id) }));
    lists.set(list.id, { id: list.id, body: list, values: judgeValues(list.id, source, found), kept: source.kept });
  }
  return lists;
}

/** Counts all values. Reports a problem if there are too many. */
export function judgeValueCount(sources: readonly SourceList[], found: ProblemList): void {
  const count = sources.reduce((sum, { values, kept }) => sum + (kept?.count ?? values.length), 0);
  const max = standardLimits.values;
  if (count > max)
    found.report(
      { path: '' },
      '/valueLists',
      problem('too-many-items', { kind: 'standard', items: 'values', count, max }),
    );
}

function judgeValues(list: string, source: SourceList, found: ProblemList): ReadonlyMap<string, ListValue> {
  const values = new Map<string, ListValue>();
  for (const [index, raw] of source.values.entries()) {
    if (found.isFull) {
      found.count += Number(!isPlainValue(raw));
      continue;
    }
    const value = isPlainValue(raw)
      ? raw
      : found.read({ value: raw, place: source.placeOfValue(index) }, listValueSchema);
    if (value === undefined) continue;
    if (value.value.length * 3 > maxValueBytes && Buffer.byteLength(value.value) > maxValueBytes) {
      const tooLong = problem('text-too-long', { field: 'value', maxBytes: maxValueBytes });
      found.report(source.placeOfValue(index), '/value', tooLong);
    }
    if (values.has(value.value)) {
      const duplicate = { kind: 'value', list: shown(list), value: shown(value.value) } as const;
      found.report(source.placeOfValue(index), '/value', problem('duplicate-value', duplicate));
    } else values.set(value.value, value);
  }
  return values;
}

/**
 * Returns true if an entry has only a valid value and possibly a valid label. Does not use the schema, which takes ten times as long for
 * two million values.
 */
function isPlainValue(raw: unknown): raw is ListValue {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return false;
  let members = 0;
  for (const key in raw) {
    if (key !== 'value' && key !== 'label') return false;
    members += 1;
  }
  if (!('value' in raw) || !isPlainText(raw.value) || raw.value === '') return false;
  return members === 1 || ('label' in raw && isPlainText(raw.label));
}

/** Maximum number of bytes of a value in a value list. The limit exists because the key of an index contains a list id and a value. */
const maxValueBytes = 1_200;

const isPlainText = (text: unknown): boolean => typeof text === 'string' && text.length <= 1000 && isStorableText(text);
