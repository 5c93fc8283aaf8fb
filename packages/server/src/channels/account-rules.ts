import { type AccountField, type ItemProblem, notAccepted } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { jsonPointer } from '../platform/index.ts';
import { compilePatterns, judgePatterns } from '../structure/index.ts';
import type { AccountRow, FieldError } from './channel-types.ts';

/** Values keyed by field id. Null and "" mean no value. */
export type Properties = Record<string, string | null>;

const pathOf = (fieldId: string) => jsonPointer(['properties', fieldId]);

/** A problem with one field. Its code and parameters are also parameters of the request's error. */
type FieldProblem = ItemProblem & { params: Record<string, unknown> };

function judgeValue(field: AccountField, value: string | null): FieldProblem[] {
  const path = pathOf(field.id);
  if (value === null || value === '') {
    return field.optional ? [] : [{ ...problem('required', { field: field.name }), path }];
  }
  const patterns = field.patterns.map(({ pattern, message }) =>
    message === undefined ? { pattern } : { pattern, message },
  );
  const broken = compilePatterns({ patterns }).find(({ compiled }) => !compiled.test(value));
  // The problem never contains the value, because the value may be a password.
  if (!broken) return [];
  const { pattern, message: explanation = null } = broken;
  return [{ ...problem('pattern', { field: field.name, pattern, explanation }), path }];
}

/** Validates the properties of an account. @param given the properties in the request @param merged the properties after the change */
export function judgeProperties(
  fields: readonly AccountField[],
  given: Properties,
  merged: Properties,
): FieldProblem[] {
  const known = new Set(fields.map((field) => field.id));
  const unknown = Object.keys(given)
    .filter((id) => !known.has(id))
    .map((id): FieldProblem => ({ ...problem('unknown-field', { field: id }), path: pathOf(id) }));
  return [
    ...unknown,
    ...fields.flatMap((field) =>
      judgeValue(field, Object.hasOwn(merged, field.id) ? (merged[field.id] ?? null) : null),
    ),
  ];
}

/**
 * Splits the declared properties that have a value into plain properties and passwords. A stored password stays a password, even if the
 * channel has since changed the field to a plain one, because the client entered the value as a secret.
 * @param sealed ids of the stored passwords
 * @param given the properties in the request; a value for a plain field replaces the stored password and is stored as a plain property
 */
export function splitProperties(
  fields: readonly AccountField[],
  merged: Properties,
  { sealed, given }: { sealed: ReadonlySet<string>; given: Properties } = { sealed: new Set(), given: {} },
): { shown: Record<string, string>; secret: Record<string, string> } {
  const isGiven = (id: string) => Object.hasOwn(given, id);
  const isSecret = ({ id, type }: AccountField) => type === 'password' || (sealed.has(id) && !isGiven(id));
  const valuesOf = (chosen: readonly AccountField[]) =>
    Object.fromEntries(
      chosen.flatMap(({ id }) => {
        const value = Object.hasOwn(merged, id) ? merged[id] : null;
        return value === null || value === undefined || value === '' ? [] : [[id, value]];
      }),
    );
  return {
    shown: valuesOf(fields.filter((field) => !isSecret(field))),
    secret: valuesOf(fields.filter(isSecret)),
  };
}

/** Validates the account fields that a channel declares. */
export function judgeFields(fields: readonly AccountField[]): FieldProblem[] {
  const seen = new Set<string>();
  return fields.flatMap(({ id, patterns }, index) => {
    const problems = [...judgePatterns(patterns)].map(([patternIndex, fault]): FieldProblem => ({
      ...problem('invalid-pattern', { kind: 'account-field', fault }),
      path: `/accountFields/${index}/patterns/${patternIndex}/pattern`,
    }));
    if (seen.has(id))
      problems.push({
        ...problem('duplicate-field', { kind: 'account-field', field: id }),
        path: `/accountFields/${index}/id`,
      });
    seen.add(id);
    return problems;
  });
}

/**
 * Returns true if a report is outdated because it concerns credentials that have changed since. A report on an event is outdated unless the
 * event belongs to the newest validation. A report without an event is outdated if the adapter has polled credentials of this account, but
 * not yet the newest ones.
 * @param reported number of the validation to which the event belongs; null if the report names no event
 */
export function isOutdatedReport(
  account: Pick<AccountRow, 'validation' | 'deliveredValidation'>,
  reported: number | null,
): boolean {
  if (reported !== null) return reported !== account.validation;
  return account.deliveredValidation > 0 && account.deliveredValidation < account.validation;
}

/**
 * Converts an adapter's report to a message for the account and a message for each named field. Names that are not fields of the channel
 * are appended to the account's message.
 */
export function faultsOf(
  fields: readonly AccountField[],
  named: readonly string[],
  message: string | null,
): { message: string | null; fieldErrors: FieldError[] } {
  const known = new Set(fields.map((field) => field.id));
  const fieldIds = [...new Set(named)];
  const unknown = fieldIds.filter((fieldId) => !known.has(fieldId)).map((fieldId) => JSON.stringify(fieldId));
  const addition = unknown.length === 0 ? null : `The adapter also named ${unknown.join(', ')}.`;
  return {
    message: message === null || addition === null ? (message ?? addition) : `${message} ${addition}`,
    fieldErrors: fieldIds
      .filter((fieldId) => known.has(fieldId))
      .map((fieldId) => ({ fieldId, message: message ?? notAccepted })),
  };
}
