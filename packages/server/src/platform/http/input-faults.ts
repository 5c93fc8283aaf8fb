import type { InputFault } from '@pimento/contract';
// Not imported through the index, because threads that need no schemas load this module too.
import { requirementOf } from '@pimento/contract/requirement';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * Replaces the issue of a union with the issues of its closest branch, which is the first branch whose top-level type matches. Returns any
 * other issue unchanged, including that of a union without such a branch. Also keeps the issue of a union of formats that states its own
 * requirement, because each branch names only one of the formats.
 */
export function closestIssues(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isFormat = issue.errors.every((branch) => branch.every(({ code }) => code === 'invalid_format'));
  if (isFormat && requirementOf(issue.message)) return [issue];
  const closest = issue.errors.find((branch) =>
    branch.every((one) => one.code !== 'invalid_type' || one.path.length > 0),
  );
  return closest ? closest.flatMap((one) => closestIssues({ ...one, path: [...issue.path, ...one.path] })) : [issue];
}

/** Converts the issues of a rejected value to data, each with its path. */
export function inputFaults(issues: readonly Issue[], value: unknown): { steps: Issue['path']; fault: InputFault }[] {
  return issues.flatMap(closestIssues).map((issue) => ({ steps: issue.path, fault: inputFault(issue, value) }));
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function valueAt(value: unknown, path: Issue['path']): unknown {
  // The value was parsed from JSON or a query, so the path leads only through plain objects and arrays.
  return path.reduce<unknown>((part, step) => (part as Record<PropertyKey, unknown> | null | undefined)?.[step], value);
}

function sizeFault(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): InputFault {
  const isBig = issue.code === 'too_big';
  const limit = String(isBig ? issue.maximum : issue.minimum);
  const rule = issue.exact === true ? 'exactly' : isBig ? 'too-big' : 'too-small';
  return { rule, of: issue.origin, limit, inclusive: issue.inclusive ?? true };
}

/**
 * Converts a schema issue to data. The data contains a requirement of the contract or a rule of the schema library.
 * @param input the value that the schema rejected
 */
export function inputFault(issue: Issue, input: unknown): InputFault {
  const requirement = requirementOf(issue.message);
  if (requirement) return 'values' in requirement ? { ...requirement, values: [...requirement.values] } : requirement;
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', expected: issue.expected, found: kindOf(valueAt(input, issue.path)) };
    case 'invalid_value':
      return { rule: 'value', values: issue.values.map((value) => JSON.stringify(value) ?? String(value)) };
    case 'too_big':
    case 'too_small':
      return sizeFault(issue);
    case 'invalid_format':
      return {
        rule: 'format',
        format: issue.format,
        pattern: issue.format === 'regex' ? (issue.pattern ?? null) : null,
      };
    case 'not_multiple_of':
      return { rule: 'multiple', divisor: String(issue.divisor) };
    case 'unrecognized_keys':
      return { rule: 'unknown-members', members: issue.keys };
    default:
      return { rule: 'other' };
  }
}
