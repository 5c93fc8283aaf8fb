import type { ValueList } from '../../standards/core.ts';
import type { ListFinder } from './value-check.ts';

/** The lists that an adapter reports for a client and for an account, by the id of the list. */
type ReportedLists = Readonly<Record<'client' | 'account', ReadonlyMap<string, ValueList>>>;

/**
 * Creates a function that finds value lists of the standard, and lists that the adapter reports. If the adapter has not reported a list,
 * every value is allowed.
 */
export function listFinder({ reportedLists }: { reportedLists: ReportedLists }): ListFinder {
  return ({ valueList, reportedList }) => {
    if (valueList !== undefined) return valueList;
    return reportedList === undefined ? undefined : reportedLists[reportedList.from].get(reportedList.id);
  };
}
