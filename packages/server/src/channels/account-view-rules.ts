import type { Account, AccountField } from '@pimento/contract';
import type { AccountRow } from './channel-types.ts';

/** Returns the API representation of an account. For a password, it only shows whether the password is set. */
export function accountView(fields: readonly AccountField[], account: AccountRow): Account {
  const properties = fields.map((field): [string, { value: string | null; set: boolean }] => {
    const isSealed = Object.hasOwn(account.secrets, field.id);
    // A stored password is never shown. If the channel has changed a plain field to a password, the value may still be stored as a plain
    // property.
    if (field.type === 'password' || isSealed) {
      const isSet = isSealed || Object.hasOwn(account.properties, field.id);
      return [field.id, { value: null, set: isSet }];
    }
    const value = Object.hasOwn(account.properties, field.id) ? (account.properties[field.id] ?? null) : null;
    return [field.id, { value, set: value !== null }];
  });
  return {
    accountId: account.accountId,
    channelId: account.channelId,
    name: account.name,
    state: account.state,
    properties: Object.fromEntries(properties),
    message: account.message,
    fieldErrors: account.fieldErrors,
    listOfValues: account.listOfValues,
    created: account.createdAt.toISOString(),
    updated: account.updatedAt.toISOString(),
    validated: account.validatedAt?.toISOString() ?? null,
  };
}

/** Returns the declared properties for the adapter's overview, with null for passwords and for properties without a value. */
export function overviewProperties(
  fields: readonly AccountField[],
  properties: Record<string, string>,
): Record<string, string | null> {
  return Object.fromEntries(
    fields.map(({ id, type }) => [
      id,
      type === 'string' && Object.hasOwn(properties, id) ? (properties[id] ?? null) : null,
    ]),
  );
}
