import { assetStatuses, readinessOutcomes } from '@pimento/contract/wire';
import type { AssetStatus, AttributeDefinition } from '@pimento/contract';
import { anyOfText, conditionText } from '../../product-query/condition-text.ts';
import { pathOf } from '../../product-query/attribute-lineage.ts';
import { type OutcomeName, outcomeCondition, type ProductSearch } from '../../product-query/product-search.ts';
import type { Structure } from '../../session/structure.ts';

// Ids of attributes and channels cannot contain a line break, so these values differ from all paths.
export const channelPrefix = 'channel\n';
export const changedChoice = 'changed\n';
export const filesChoice = 'files\n';

/** Returns the id of the chosen channel, or undefined if the choice is not a channel. */
export const channelIn = (choice: string | null): string | undefined =>
  choice?.startsWith(channelPrefix) === true ? choice.slice(channelPrefix.length) : undefined;

/** The operators that the form offers for an attribute. A range becomes up to two conditions. */
type FilterOperator = '|=' | 'range' | '=' | '!=' | '~' | '^=' | '*' | '!';

/** The fields of the form that adds a filter. */
export interface FilterDraft {
  /** The path of an attribute, a channel, the time of the last change, or the states of files. */
  choice: string | null;
  operator: FilterOperator;
  outcome: OutcomeName;
  state: AssetStatus;
  /** The compared text, or a day such as `2026-01-31`. */
  text: string;
  /** The chosen values of `|=`. */
  texts: string[];
  /** The ends of a range, or '' for an open end. */
  from: string;
  to: string;
}

export const emptyDraft: FilterDraft = {
  choice: null,
  operator: '|=',
  outcome: readinessOutcomes[1],
  state: assetStatuses[0],
  text: '',
  texts: [],
  from: '',
  to: '',
};

type RangeKind = 'number' | 'date';

const rangeKinds: Record<string, RangeKind | undefined> = {
  integer: 'number',
  decimal: 'number',
  fraction: 'number',
  date: 'date',
};

/** Returns how the values of an attribute are compared in a range, or undefined for texts. */
export const rangeKindOf = (definition: AttributeDefinition | undefined): RangeKind | undefined =>
  rangeKinds[definition?.type.id.toLowerCase() ?? ''];

/** Returns the operators for an attribute, the usual operator first. Without a definition, returns the operators for texts. */
export function operatorsOf(definition: AttributeDefinition | undefined): readonly FilterOperator[] {
  if (definition?.type.id.toLowerCase() === 'composite') return ['*', '!'];
  if (rangeKindOf(definition)) return ['range', '=', '!=', '*', '!'];
  return ['|=', '=', '!=', '~', '^=', '*', '!'];
}

/** Returns whether the draft needs a text to compare with. */
export const needsText = ({ choice, operator }: FilterDraft): boolean =>
  choice === changedChoice ||
  (choice !== filesChoice &&
    channelIn(choice) === undefined &&
    (operator === '=' || operator === '!=' || operator === '~' || operator === '^='));

const isAttribute = ({ choice }: FilterDraft): boolean =>
  choice !== null && choice !== changedChoice && choice !== filesChoice && channelIn(choice) === undefined;

/** Returns true if `filterOfDraft` can create a filter from the draft. */
export function isComplete(draft: FilterDraft): boolean {
  if (draft.choice === null) return false;
  if (needsText(draft)) return draft.text !== '';
  if (!isAttribute(draft)) return true;
  if (draft.operator === '|=') return draft.texts.length > 0;
  return draft.operator !== 'range' || draft.from.trim() !== '' || draft.to.trim() !== '';
}

function conditionsOf({ operator, text, texts, from, to }: FilterDraft, path: readonly string[]): string[] {
  if (operator === '|=') return [anyOfText(path, texts)];
  if (operator !== 'range') return [conditionText(path, operator, text)];
  return [
    ...(from.trim() === '' ? [] : [conditionText(path, '>=', from.trim())]),
    ...(to.trim() === '' ? [] : [conditionText(path, '<=', to.trim())]),
  ];
}

export type AddedFilter = Pick<ProductSearch, 'where' | 'readiness' | 'updatedSince' | 'assetState'>;

/** Returns the filter of a complete draft. A day begins at midnight in the time zone of the user. */
export function filterOfDraft(draft: FilterDraft, structure: Structure): AddedFilter {
  const { choice, outcome, state, text } = draft;
  const channelId = channelIn(choice);
  if (channelId !== undefined) return { readiness: [outcomeCondition(channelId, outcome)] };
  if (choice === changedChoice) return { updatedSince: new Date(`${text}T00:00`).toISOString() };
  if (choice === filesChoice) return { assetState: [state] };
  return choice === null ? {} : { where: conditionsOf(draft, pathOf(structure, choice)) };
}
