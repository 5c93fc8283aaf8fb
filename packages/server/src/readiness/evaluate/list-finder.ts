import type { RulesetInput } from './ruleset-input.ts';
import type { ListFinder } from '../values/value-check.ts';

/** Finds the lists of a standard, and those that the adapter reports. A list that is not reported allows every value. */
export function listFinder({ reportedLists }: RulesetInput): ListFinder {
  return ({ valueList, reportedList }) => {
    if (valueList !== undefined) return valueList;
    return reportedList === undefined ? undefined : reportedLists[reportedList.from].get(reportedList.id);
  };
}
