import { readChannelState, readOutcome } from '@pimento/contract/text';
import { toLocal } from '../../product/plain/moment-text.ts';
import { quantityParts } from '../../product/plain/quantity-text.ts';
import { definitionAt } from '../../product-query/attribute-lineage.ts';
import { type Condition, fieldText, readCondition, textsOf } from '../../product-query/condition-text.ts';
import type { ProductSearch, TimeName } from '../../product-query/product-search.ts';
import type { Structure } from '../../session/structure.ts';
import { isTrace } from './trace-names.ts';
import {
  channelPrefix,
  changedChoice,
  createdChoice,
  emptyDraft,
  filesChoice,
  type FilterDraft,
  operatorsOf,
  rangeKindOf,
  statePrefix,
  timeChoices,
} from './filter-draft.ts';

/** Identifies one filter of a search, which has its own pill. */
export type FilterKey =
  | { kind: 'family' | 'category' | 'updated' | 'created' | 'files' }
  | { kind: 'where' | 'readiness' | 'channelState'; condition: string };

/** The parts of a search that change when one filter is removed. */
type Removal = Partial<Record<keyof ProductSearch, string[] | undefined>>;

const isRange = ({ operator }: Condition): boolean => operator === '>=' || operator === '<=';

/**
 * Returns the conditions that the form shows as one filter: both ends of a range, otherwise one condition. If a field has two lower or two
 * upper bounds, each is a separate filter, because the form has one field for each end.
 */
function conditionsWith(search: ProductSearch, condition: string): string[] {
  const read = readCondition(condition);
  if (!isRange(read)) return [condition];
  const ends = (search.where ?? []).filter((one) => {
    const other = readCondition(one);
    return isRange(other) && fieldText(other.steps) === fieldText(read.steps);
  });
  const operators = new Set(ends.map((end) => readCondition(end).operator));
  return operators.size < ends.length ? [condition] : ends;
}

const without = (list: readonly string[] | undefined, removed: readonly string[]): string[] | undefined => {
  const left = (list ?? []).filter((one) => !removed.includes(one));
  return left.length === 0 ? undefined : left;
};

/** Returns the change to a search that removes a filter. For a range, this removes both ends, because the form shows them as one filter. */
export function removalOf(search: ProductSearch, key: FilterKey): Removal {
  switch (key.kind) {
    case 'where':
      return { where: without(search.where, conditionsWith(search, key.condition)) };
    case 'readiness':
      return { readiness: without(search.readiness, [key.condition]) };
    case 'channelState':
      return { channelState: without(search.channelState, [key.condition]) };
    case 'files':
      return { assetState: undefined };
    case 'updated':
    case 'created':
      return Object.fromEntries(timesOf(key.kind).map((name) => [name, undefined]));
    default:
      return { [key.kind]: undefined };
  }
}

const timesOf = (kind: 'updated' | 'created'): readonly TimeName[] =>
  timeChoices[kind === 'updated' ? changedChoice : createdChoice] ?? [];

/**
 * Returns one end of a range of times as the form shows it, in the time zone of the user: `2026-01-31` if the range begins or ends with the
 * day, otherwise the local time to the millisecond, as `2026-01-31T13:00`.
 * @param toMidnight milliseconds from the end of the range to midnight if the range ends with a day
 * @param toDay milliseconds from that midnight to the day that is shown
 */
function endOfRange(time: string, toMidnight = 0, toDay = 0): string {
  const at = Date.parse(time) + toMidnight;
  if (Number.isNaN(at)) return '';
  const dayAt = (moment: number) => toLocal(new Date(moment).toISOString()).slice(0, 10);
  const isMidnight = at === new Date(`${dayAt(at)}T00:00`).getTime();
  return isMidnight ? dayAt(at + toDay) : toLocal(time);
}

/** Returns the fields of the form for a range of times. Each end is passed as its time and as the form shows it. */
const rangeOf = (
  [since, from]: readonly [string, string],
  [before, to]: readonly [string, string],
): Pick<FilterDraft, 'from' | 'to' | 'shown'> => ({
  from,
  to,
  shown: { from: { end: from, time: since }, to: { end: to, time: before } },
});

function draftOfCondition(search: ProductSearch, structure: Structure, condition: string): FilterDraft | undefined {
  const { steps, path, operator, text } = readCondition(condition);
  const definition = definitionAt(structure, steps);
  if (!definition && !path.startsWith('__')) return undefined;
  if (!definition && isTrace(path) && operator === '|=') return undefined; // the form can hold only one import or person
  const draft = { ...emptyDraft, choice: definition?.path ?? path };
  const operators = operatorsOf(definition);
  if (operator === '>=' || operator === '<=') {
    const read = conditionsWith(search, condition).map(readCondition);
    const end = (wanted: '>=' | '<=') => read.find((one) => one.operator === wanted)?.text ?? '';
    if (rangeKindOf(definition) === 'quantity') {
      const [from, to] = [quantityParts(end('>=')), quantityParts(end('<='))];
      const isOneUnit = from.unit === '' || to.unit === '' || from.unit === to.unit;
      // the form has one unit for both ends
      return isOneUnit
        ? { ...draft, operator: 'range', from: from.amount, to: to.amount, unit: from.unit || to.unit }
        : undefined;
    }
    const isMoment = rangeKindOf(definition) === 'moment';
    const [from, to] = [end('>='), end('<=')];
    const shown = isMoment ? rangeOf([from, endOfRange(from)], [to, endOfRange(to, 1, -1)]) : { from, to };
    return { ...draft, operator: 'range', ...shown };
  }
  if (operator === '=' && operators[0] === '|=') return { ...draft, operator: '|=', texts: [text] };
  if (operator === '|=') return { ...draft, operator, texts: textsOf(text) };
  const known = operators.find((one) => one === operator);
  return known && { ...draft, operator: known, text };
}

/** Returns the fields of the form for a filter, or undefined if the form cannot show the filter, for example `weight>5`. Pure. */
export function draftOf(search: ProductSearch, structure: Structure, key: FilterKey): FilterDraft | undefined {
  switch (key.kind) {
    case 'where':
      return draftOfCondition(search, structure, key.condition);
    case 'readiness': {
      const read = readOutcome(key.condition);
      return read && { ...emptyDraft, choice: channelPrefix + read.channelId, outcome: read.outcome };
    }
    case 'channelState': {
      const read = readChannelState(key.condition);
      return read && { ...emptyDraft, choice: statePrefix + read.channelId, channelState: read.state };
    }
    case 'files': {
      const [state, ...others] = search.assetState ?? [];
      return state === undefined || others.length > 0 ? undefined : { ...emptyDraft, choice: filesChoice, state };
    }
    case 'updated':
    case 'created': {
      const [since = '', before = ''] = timesOf(key.kind).map((name) => search[name]);
      const choice = key.kind === 'updated' ? changedChoice : createdChoice;
      const shown = rangeOf([since, endOfRange(since)], [before, endOfRange(before, 0, -1)]);
      return { ...emptyDraft, choice, operator: 'range', ...shown };
    }
    default:
      return {
        ...emptyDraft,
        choice: key.kind === 'family' ? '__FAMILY' : '__CATEGORY',
        texts: [search[key.kind] ?? ''],
      };
  }
}
