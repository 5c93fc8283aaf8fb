import { standardItemKinds, type StandardItemKind } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { Place, SourceItem, SourceList, SourceProblem, StandardSource } from '../judge/standard-source.ts';
import { isFields } from './json-source.ts';

interface OpenList extends SourceItem {
  values: unknown[];
  lines: number[];
}

/** Collects the head and the items of a standard while its lines are read. */
class LineSource {
  head: SourceItem = { value: undefined, place: { path: '', line: 1 } };
  readonly attributes: SourceItem[] = [];
  readonly categories: SourceItem[] = [];
  readonly rules: SourceItem[] = [];
  readonly faults: { place: Place; problem: SourceProblem }[] = [];
  readonly #lists: OpenList[] = [];
  readonly #byId = new Map<string, OpenList>();
  /** Values that occur before their list in the document. */
  readonly #early: { listId: string; value: unknown; line: number }[] = [];

  add(kind: StandardItemKind, item: Readonly<Record<string, unknown>>, line: number): void {
    const place = { path: '', line };
    if (kind === 'attribute') this.attributes.push({ value: item, place });
    else if (kind === 'category') this.categories.push({ value: item, place });
    else if (kind === 'rule') this.rules.push({ value: item, place });
    else if (kind === 'value-list') this.#addList(item, place);
    else this.#addValue(item, line);
  }

  close(): StandardSource {
    for (const { listId, value, line } of this.#early) {
      const list = this.#byId.get(listId);
      if (list === undefined)
        this.faults.push({
          place: { path: '/listId', line },
          problem: problem('unknown-value-list', { list: listId.slice(0, 80) }),
        });
      else this.#append(list, value, line);
    }
    const { head, attributes, categories, rules, faults } = this;
    return { head, attributes, categories, rules, faults, lists: this.#lists.map(closeList) };
  }

  #addList({ values, ...value }: Readonly<Record<string, unknown>>, place: Place): void {
    const list: OpenList = { value, place, values: [], lines: [] };
    if (Array.isArray(values)) for (const one of values as unknown[]) this.#append(list, one, place.line ?? 0); // the members are checked later
    this.#lists.push(list);
    const { id } = value;
    if (typeof id === 'string' && !this.#byId.has(id)) this.#byId.set(id, list);
  }

  #addValue({ listId, ...value }: Readonly<Record<string, unknown>>, line: number): void {
    const id = typeof listId === 'string' ? listId : '';
    const list = this.#byId.get(id);
    if (list === undefined) this.#early.push({ listId: id, value, line });
    else this.#append(list, value, line);
  }

  #append(list: OpenList, value: unknown, line: number): void {
    list.values.push(value);
    list.lines.push(line);
  }
}

function closeList({ value, place, values, lines }: OpenList): SourceList {
  return { value, place, values, placeOfValue: (index) => ({ path: '', line: lines[index] ?? 0 }) };
}

const isKind = (kind: unknown): kind is StandardItemKind => standardItemKinds.some((one) => one === kind);

/** Parses NDJSON with the head on the first line and one item on each further line. Blank lines are ignored. Places are line numbers. */
export function readLineSource(text: string): StandardSource {
  const source = new LineSource();
  let isHead = true;
  let line = 0;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const written = text.slice(start, end === -1 ? undefined : end).trim();
    start = end === -1 ? text.length : end + 1;
    line += 1;
    if (written === '') continue;
    readLine(source, written, line, isHead);
    isHead = false;
  }
  return source.close();
}

function readLine(source: LineSource, written: string, line: number, isHead: boolean): void {
  const place = { path: '', line };
  let item: unknown;
  try {
    item = JSON.parse(written);
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'invalid';
    source.faults.push({ place, problem: problem('invalid-field', { kind: 'json', reason }) });
    return;
  }
  if (isHead) {
    source.head = { value: item, place };
    return;
  }
  const { kind, ...rest } = isFields(item) ? item : {};
  if (isKind(kind)) source.add(kind, rest, line);
  else
    source.faults.push({
      place: { ...place, path: '/kind' },
      problem: problem('invalid-field', { kind: 'line-kind', kinds: [...standardItemKinds] }),
    });
}
