import type { RulesetInput } from './ruleset-input.ts';
import type { ListFinder } from '../values/value-check.ts';

/**
 * Creates a function that finds value lists of the standard, and lists that the adapter reports. If the adapter has not reported a list,
 * every value is allowed.
 */
export function listFinder({ reportedLists }: RulesetInput): ListFinder {
  return ({ valueList, reportedList }) => {
    if (valueList !== undefined) return valueList;
    return reportedList === undefined ? undefined : reportedLists[reportedList.from].get(reportedList.id);
  };
}
