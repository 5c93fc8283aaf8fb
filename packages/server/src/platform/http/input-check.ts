import type { InputFault, Operation } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { z } from 'zod';
import { PimentoError } from '../errors.ts';
import { jsonPointer } from '../json-pointer.ts';
import { listDropped } from './dropped-members.ts';
import { closestIssues, inputFault } from './input-faults.ts';
import { nearestName } from './nearest-name.ts';

/**
 * Validates one part of a request.
 * @throws PimentoError invalid-parameter or, for a body, invalid-body; the problem names each invalid value
 */
export function judge<S extends z.ZodType>(schema: S, value: unknown, part: 'path' | 'query' | 'body'): z.output<S> {
  const judged = schema.safeParse(value);
  if (judged.success) {
    const dropped = part === 'body' ? listDropped(value, judged.data) : [];
    if (dropped.length === 0) return judged.data;
    // Without this error, the HTTP client would assume that a dropped member was stored.
    throw bodyRefusal(dropped.map((steps) => ({ steps, fault: { rule: 'unknown-members', members: ['__proto__'] } })));
  }
  const faults = judged.error.issues
    .flatMap(closestIssues)
    .map((issue) => ({ steps: issue.path, fault: inputFault(issue, value) }));
  if (part === 'body') throw bodyRefusal(faults);
  const parameters = faults.map(({ steps, fault }) => ({
    parameter: String(steps[0]),
    fault: steps.length === 1 && !ofLists.has(fault.rule) && isRepeated(value, String(steps[0])) ? once : fault,
  }));
  throw refusal(part, parameters);
}

function bodyRefusal(faults: readonly { steps: readonly PropertyKey[]; fault: InputFault }[]): PimentoError {
  const members = faults.map(({ steps, fault }) => ({ path: jsonPointer(steps), fault }));
  const errors = members.map(({ path, fault }) => ({ ...problem('invalid-body', { kind: 'member', fault }), path }));
  return new PimentoError(problem('invalid-body', { kind: 'members', faults: members }), { errors });
}

/**
 * Rules about the length of a list. If a repeated parameter breaks one of them, the fault is the length of the list, not the repetition.
 */
const ofLists: ReadonlySet<string> = new Set(['max-items', 'too-big', 'too-small', 'exactly']);
const once: InputFault = { rule: 'once' };
const notEmpty: InputFault = { rule: 'not-empty' };

/** Returns true if the query contains a parameter several times. */
const isRepeated = (query: unknown, name: string): boolean =>
  typeof query === 'object' && query !== null && Array.isArray(Object.getOwnPropertyDescriptor(query, name)?.value);

function refusal(place: 'path' | 'query', faults: { parameter: string; fault: InputFault }[]): PimentoError {
  return new PimentoError(problem('invalid-parameter', { kind: 'values', place, faults }), {
    parameter: faults[0]?.parameter,
  });
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.some(isEmpty));

/**
 * Creates a function that checks the names in a query. Unknown names are rejected. If a misspelt name were ignored, a dry run would become
 * a real import, or a list would lose its filter and return everything. Empty values are rejected as well.
 */
export function createQueryCheck(operation: Pick<Operation, 'query' | 'isQueryOpen'>): (query: unknown) => void {
  if (operation.isQueryOpen === true) return () => undefined;
  const known = Object.keys(operation.query.shape);
  const names = new Set(known);
  return (query) => {
    const given = Object.entries(query ?? {});
    const unknown = given.map(([name]) => name).find((name) => !names.has(name));
    if (unknown !== undefined) {
      const meant = nearestName(unknown, known);
      const refused = { parameter: unknown.slice(0, 200) };
      throw new PimentoError(
        problem(
          'invalid-parameter',
          meant === undefined ? { kind: 'unknown', ...refused, known } : { kind: 'spelling', ...refused, meant },
        ),
        refused,
      );
    }
    const empty = given.filter(([, value]) => isEmpty(value)).map(([parameter]) => ({ parameter, fault: notEmpty }));
    if (empty.length > 0) throw refusal('query', empty);
  };
}
