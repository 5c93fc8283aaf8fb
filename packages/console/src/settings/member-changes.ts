import { type Role, roles } from '@pimento/contract/wire';

/**
 * A change to the signed-in user's own membership that must be confirmed. It is the new role of an owner who gives up ownership, or
 * `leave`.
 */
export type OwnRoleLoss = Role | 'leave';

/** Returns the role that the value of the select represents, or viewer for an unknown value. */
export const roleOf = (text: string | null): Role => roles.find((role) => role === text) ?? 'viewer';

interface Person {
  personId: string;
  isOperator: boolean;
}

/**
 * Returns true if a change to the member's role affects the signed-in user. Operators are owners of every client, so it does not affect
 * them.
 */
export const isOwnRole = ({ personId, isOperator }: Person, memberId: string): boolean =>
  memberId === personId && !isOperator;

/** Returns true if a role change must be confirmed because the signed-in user would give up ownership of the client. */
export const losesOwnership = (person: Person, member: { personId: string; role: Role }, next: Role): boolean =>
  member.role === 'owner' && next !== 'owner' && isOwnRole(person, member.personId);
