import { CalendarDate, type Dependencies, type FormulaAttribute, formatByPattern } from '@pimento/formula';
import type { CheckedStandard } from '../../standards/core.ts';
import type { ReportedLists, RulesetFacts } from './ruleset-types.ts';

/** Parses the lists that an adapter reports in the form `{listId: [text or {value, label}]}`. Ignores everything else. */
export function readReportedLists(reported: unknown): ReportedLists {
  if (typeof reported !== 'object' || reported === null || Array.isArray(reported)) return {};
  const lists = Object.entries(reported).flatMap(([id, values]: [string, unknown]) =>
    Array.isArray(values) ? [[id, values.flatMap(readListValue)] as const] : [],
  );
  return Object.fromEntries(lists);
}

function readListValue(value: unknown): ReportedLists[string] {
  if (typeof value === 'string') return [{ value }];
  if (typeof value !== 'object' || value === null || !('value' in value) || typeof value.value !== 'string') return [];
  const label = 'label' in value && typeof value.label === 'string' ? { label: value.label } : {};
  return [{ value: value.value, ...label }];
}

/** Returns only the facts that a ruleset uses, so that a change to any other fact does not lead to a new ruleset. */
export function usedFacts(
  { attributes, clientLists, accountLists, accountFields }: RulesetFacts,
  dependencies: Pick<Dependencies, 'attributes' | 'accountFields'>,
  standard: Pick<CheckedStandard, 'targets' | 'rules' | 'categories'>,
): RulesetFacts {
  const lists = reportedListsOf(standard);
  return {
    attributes: attributes.flatMap((attribute) => usedAttribute(attribute, dependencies.attributes)),
    clientLists: pick(clientLists, (id) => lists.has(`client ${id}`)),
    accountLists: pick(accountLists, (id) => lists.has(`account ${id}`)),
    accountFields: pick(accountFields, (field) => dependencies.accountFields.has(field)),
  };
}

/** Converts a point in time to the form that formulas read. */
export function timeOf(at: Date): CalendarDate {
  return new CalendarDate(Math.floor(at.getTime() / 1000), true);
}

/**
 * Returns the value of `today` in each of the time zones (undefined for an unknown zone). The database cannot compute this, because it does
 * not support all zone names.
 */
export function daysOf(zones: readonly string[], at: Date): (string | undefined)[] {
  return zones.map((zone) => formatByPattern(timeOf(at), 'yyyy-MM-dd', zone));
}

/** Returns an attribute with its used children, or an empty list if neither the attribute nor a child is used. */
function usedAttribute(attribute: FormulaAttribute, used: ReadonlySet<string>): FormulaAttribute[] {
  const children = (attribute.children ?? []).flatMap((child) => usedAttribute(child, used));
  if (!used.has(attribute.key) && children.length === 0) return [];
  return [{ ...attribute, ...(attribute.children && { children }) }];
}

/**
 * Returns the facts that distinguish one ruleset from another. The ids of attributes are omitted, because renaming an attribute does not
 * change evaluations.
 */
export function identityOfFacts(facts: RulesetFacts): unknown {
  return [
    sorted(facts.attributes.map(identityOfAttribute)),
    facts.clientLists,
    facts.accountLists,
    facts.accountFields,
  ];
}

function identityOfAttribute({ key, storageName, type, isMultiValue, units, children }: FormulaAttribute): unknown[] {
  return [key, storageName, type, isMultiValue, units ?? null, sorted((children ?? []).map(identityOfAttribute))];
}

/** Sorts by key, so that the order of definitions does not distinguish rulesets. */
function sorted(identities: unknown[][]): unknown[][] {
  return identities.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

function reportedListsOf({ targets, rules, categories }: Pick<CheckedStandard, 'targets' | 'rules' | 'categories'>) {
  const restrictions = [
    ...Array.from(targets.values(), ({ restriction }) => restriction),
    ...rules.flatMap(({ part }) => (part.kind === 'restrict' ? [...part.restrictions.values()] : [])),
    ...[...categories.values()].flatMap(({ links }) => Array.from(links.values(), ({ restriction }) => restriction)),
  ];
  return new Set(
    restrictions.flatMap((restriction) => {
      const list = restriction?.reportedList;
      return list === undefined ? [] : [`${list.from} ${list.id}`];
    }),
  );
}

function pick<T>(record: Readonly<Record<string, T>>, isUsed: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => isUsed(key)));
}
