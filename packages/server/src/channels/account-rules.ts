import type { AccountField, ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { jsonPointer } from '../platform/index.ts';
import { compilePatterns, judgePatterns } from '../structure/index.ts';
import type { AccountRow, FieldError } from './channel-types.ts';

/** Field id → text; null or "" for no value. */
export type Properties = Record<string, string | null>;

const pathOf = (fieldId: string) => jsonPointer(['properties', fieldId]);

/** A problem with the parameters that another problem can repeat. */
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
  // the value itself is never repeated: it may be a password
  if (!broken) return [];
  const { pattern, message: explanation = null } = broken;
  return [{ ...problem('pattern', { field: field.name, pattern, explanation }), path }];
}

/** What is wrong with the properties of an account; `given` is what this request brought, `whole` what the account would then have. */
export function judgeProperties(fields: readonly AccountField[], given: Properties, whole: Properties): FieldProblem[] {
  const known = new Set(fields.map((field) => field.id));
  const unknown = Object.keys(given)
    .filter((id) => !known.has(id))
    .map((id): FieldProblem => ({ ...problem('unknown-field', { field: id }), path: pathOf(id) }));
  return [
    ...unknown,
    ...fields.flatMap((field) => judgeValue(field, Object.hasOwn(whole, field.id) ? (whole[field.id] ?? null) : null)),
  ];
}

/** The declared properties that have a value, passwords apart. */
export function splitProperties(
  fields: readonly AccountField[],
  whole: Properties,
): { shown: Record<string, string>; secret: Record<string, string> } {
  const ofType = (type: AccountField['type']) =>
    Object.fromEntries(
      fields
        .filter((field) => field.type === type)
        .flatMap(({ id }) => {
          const value = Object.hasOwn(whole, id) ? whole[id] : null;
          return value === null || value === undefined || value === '' ? [] : [[id, value]];
        }),
    );
  return { shown: ofType('string'), secret: ofType('password') };
}

/** What is wrong with the account fields that a channel declares. */
export function judgeFields(fields: readonly AccountField[]): FieldProblem[] {
  const seen = new Set<string>();
  return fields.flatMap(({ id, patterns }, place) => {
    const problems = [...judgePatterns(patterns)].map(([at, fault]): FieldProblem => ({
      ...problem('invalid-pattern', { kind: 'account-field', fault }),
      path: `/accountFields/${place}/patterns/${at}/pattern`,
    }));
    if (seen.has(id))
      problems.push({
        ...problem('duplicate-field', { kind: 'account-field', field: id }),
        path: `/accountFields/${place}/id`,
      });
    seen.add(id);
    return problems;
  });
}

/**
 * Whether a report on an account is for credentials that have been changed since. With the event's id that is plain to see. Without it: as
 * soon as an adapter has polled credentials of this account, only who has polled the newest ones can speak of them.
 */
export function isOutdatedReport(
  account: Pick<AccountRow, 'eventId' | 'validation' | 'deliveredValidation'>,
  eventId: string | null,
): boolean {
  if (eventId !== null) return eventId.toLowerCase() !== account.eventId;
  return account.deliveredValidation > 0 && account.deliveredValidation < account.validation;
}

/**
 * What an adapter says is wrong with an account: the reason for each field that it named, and for the account as a whole. A name that is
 * none of the channel's fields has no place to be shown at: it goes into the message.
 */
export function faultsOf(
  fields: readonly AccountField[],
  named: readonly string[],
  message: string | null,
): { message: string | null; fieldErrors: FieldError[] } {
  const known = new Set(fields.map((field) => field.id));
  const fieldIds = [...new Set(named)];
  const strange = fieldIds.filter((fieldId) => !known.has(fieldId)).map((fieldId) => JSON.stringify(fieldId));
  const aside = strange.length === 0 ? null : `The adapter also named ${strange.join(', ')}.`;
  return {
    message: message === null || aside === null ? (message ?? aside) : `${message} ${aside}`,
    fieldErrors: fieldIds
      .filter((fieldId) => known.has(fieldId))
      .map((fieldId) => ({ fieldId, message: message ?? 'The channel did not accept this value.' })),
  };
}
