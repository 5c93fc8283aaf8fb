import { assetStatuses, readinessOutcomes } from '@pimento/contract/wire';
import type { AssetStatus, AttributeDefinition } from '@pimento/contract';
import type { ChannelState } from '@pimento/contract/text';
import { quantityText } from '../../product/plain/quantity-text.ts';
import { anyOfText, conditionText } from '../../product-query/condition-text.ts';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import {
  type OutcomeName,
  outcomeCondition,
  type ProductSearch,
  type TimeName,
} from '../../product-query/product-search.ts';
import type { Structure } from '../../session/structure.ts';

// Ids of attributes and channels cannot contain a line break, so these values differ from all paths.
export const channelPrefix = 'channel\n';
export const statePrefix = 'state\n';
export const changedChoice = 'changed\n';
export const createdChoice = 'created\n';
export const filesChoice = 'files\n';

const after = (prefix: string, choice: string | null): string | undefined =>
  choice?.startsWith(prefix) === true ? choice.slice(prefix.length) : undefined;

/** Returns the id of the channel if the readiness on a channel is chosen, otherwise undefined. */
export const channelIn = (choice: string | null): string | undefined => after(channelPrefix, choice);

/** Returns the id of the channel if the state on a channel is chosen, otherwise undefined. */
export const stateChannelIn = (choice: string | null): string | undefined => after(statePrefix, choice);

/** The search parameters for the time of creation and of the last change. */
export const timeChoices: Record<string, readonly [since: TimeName, before: TimeName] | undefined> = {
  [changedChoice]: ['updatedSince', 'updatedBefore'],
  [createdChoice]: ['createdSince', 'createdBefore'],
};

/** The operators that the form offers for an attribute. A range becomes up to two conditions. */
type FilterOperator = '|=' | 'range' | '=' | '!=' | '~' | '^=' | '*' | '!';

/** The fields of the form that adds or changes a filter. */
export interface FilterDraft {
  /**
   * The chosen criterion: the path of an attribute, the name of a reserved field, one of the choices above, or a prefix above followed by
   * the id of a channel. Null until a criterion is chosen.
   */
  choice: string | null;
  operator: FilterOperator;
  outcome: OutcomeName;
  channelState: ChannelState;
  state: AssetStatus;
  /** The compared text. */
  text: string;
  /** The chosen values of `|=`. */
  texts: string[];
  /** The ends of a range, or '' for an open end. */
  from: string;
  to: string;
  /** The ends of a range of times as the form showed them at first, with their exact times. An end that is unchanged keeps its time. */
  shown?: Record<'from' | 'to', { end: string; time: string }>;
  /** The unit of both ends of a range of numbers with units. '' for the first unit of the attribute. */
  unit: string;
}

export const emptyDraft: FilterDraft = {
  choice: null,
  operator: '|=',
  outcome: readinessOutcomes[1],
  channelState: 'Rejected',
  state: assetStatuses[0],
  text: '',
  texts: [],
  from: '',
  to: '',
  unit: '',
};

/**
 * The type of the ends of a range. For `moment`, the ends are days or local times, and the values are moments. For `quantity`, the ends are
 * numbers with a common unit.
 */
type RangeKind = 'number' | 'date' | 'moment' | 'quantity';

const rangeKinds: Record<string, RangeKind | undefined> = {
  integer: 'number',
  decimal: 'number',
  fraction: 'number',
  date: 'date',
  datetime: 'moment',
  quantity: 'quantity',
};

/** Returns the type of the ends of a range of values, or undefined if the attribute cannot be filtered by a range. */
export const rangeKindOf = (definition: AttributeDefinition | undefined): RangeKind | undefined =>
  rangeKinds[definition?.type.id.toLowerCase() ?? ''];

/** Returns the operators for an attribute, the default operator first. Without a definition, returns the operators for texts. */
export function operatorsOf(definition: AttributeDefinition | undefined): readonly FilterOperator[] {
  if (definition?.type.id.toLowerCase() === 'composite') return ['*', '!'];
  if (definition?.type.id.toLowerCase() === 'boolean') return ['|=', '*', '!'];
  if (rangeKindOf(definition) === 'moment') return ['range', '*', '!'];
  if (rangeKindOf(definition)) return ['range', '=', '!=', '*', '!'];
  return ['|=', '=', '!=', '~', '^=', '*', '!'];
}

const isAttribute = ({ choice }: Pick<FilterDraft, 'choice'>): boolean =>
  choice !== null &&
  timeChoices[choice] === undefined &&
  choice !== filesChoice &&
  channelIn(choice) === undefined &&
  stateChannelIn(choice) === undefined;

/** Returns true if the draft needs a text to compare with. */
export const needsText = ({ choice, operator }: FilterDraft): boolean =>
  isAttribute({ choice }) && (operator === '=' || operator === '!=' || operator === '~' || operator === '^=');

/** Returns true if `filterOfDraft` can create a filter from the draft. */
export function isComplete(draft: FilterDraft): boolean {
  if (draft.choice === null) return false;
  if (needsText(draft)) return draft.text !== '';
  const hasEnd = draft.from.trim() !== '' || draft.to.trim() !== '';
  if (timeChoices[draft.choice]) return hasEnd;
  if (!isAttribute(draft)) return true;
  if (draft.operator === '|=') return draft.texts.length > 0;
  return draft.operator !== 'range' || hasEnd;
}

function conditionsOf(
  draft: FilterDraft,
  path: readonly string[],
  { definition, language }: { definition: AttributeDefinition | undefined; language: string },
): string[] {
  const kind = rangeKindOf(definition);
  const { operator, text, texts } = draft;
  if (operator === '|=') return [anyOfText(path, texts)];
  if (operator !== 'range') return [conditionText(path, operator, text)];
  const unit = kind === 'quantity' ? draft.unit || definition?.units?.[0] : undefined;
  const end = (text: string) => (unit === undefined ? text.trim() : quantityText({ amount: text, unit }, language));
  const [from, to] = [end(draft.from), end(draft.to)];
  const isDay = kind === 'moment';
  return [
    ...(from === '' ? [] : [conditionText(path, '>=', isDay ? timeOf(draft, 'from', startOf) : from)]),
    ...(to === '' ? [] : [conditionText(path, '<=', isDay ? timeOf(draft, 'to', endOf) : to)]),
  ];
}

/** The filters that a draft adds to a search. */
export type AddedFilter = Pick<ProductSearch, 'where' | 'readiness' | 'channelState' | TimeName | 'assetState'>;

/** Returns true for an end of a range that is a local time instead of a day. */
export const isLocalTime = (end: string): boolean => end.includes('T');

/**
 * Returns the beginning of a day, or of the day that is `days` later, in the time zone of the user. If `end` is a local time, returns its
 * moment.
 */
function startOf(end: string, days = 0): string {
  if (isLocalTime(end)) return new Date(end).toISOString();
  const start = new Date(`${end}T00:00`);
  start.setDate(start.getDate() + days);
  return start.toISOString();
}

/**
 * Returns the last microsecond of a day in the time zone of the user, because the service compares moments by microseconds. If `end` is a
 * local time, returns its moment.
 */
const endOf = (end: string): string =>
  isLocalTime(end) ? startOf(end) : new Date(Date.parse(startOf(end, 1)) - 1).toISOString().replace('Z', '999Z');

/** Returns the time of an end of a range. An end that was not changed keeps its time, which can be more exact than the shown one. */
function timeOf(draft: FilterDraft, name: 'from' | 'to', convert: (end: string) => string): string {
  const before = draft.shown?.[name];
  return before?.end === draft[name] ? before.time : convert(draft[name]);
}

/**
 * Returns the filter of a complete draft. A day begins at midnight in the time zone of the user.
 * @param language the language in which numbers were typed
 */
export function filterOfDraft(draft: FilterDraft, structure: Structure, language = 'en'): AddedFilter {
  const { choice, outcome, channelState, state, from, to } = draft;
  const channelId = channelIn(choice);
  if (channelId !== undefined) return { readiness: [outcomeCondition(channelId, outcome)] };
  const onChannel = stateChannelIn(choice);
  if (onChannel !== undefined) return { channelState: [`${onChannel}:${channelState}`] };
  const times = choice === null ? undefined : timeChoices[choice];
  if (times)
    return {
      ...(from && { [times[0]]: timeOf(draft, 'from', startOf) }),
      ...(to && { [times[1]]: timeOf(draft, 'to', (end) => startOf(end, 1)) }),
    };
  if (choice === filesChoice) return { assetState: [state] };
  const definition = structure.all.find(({ path }) => path === choice);
  return choice === null ? {} : { where: conditionsOf(draft, pathOf(structure, choice), { definition, language }) };
}
