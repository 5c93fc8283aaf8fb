import { type Role, roles } from '@pimento/contract/wire';

/** What owners are about to do to themselves: take a lower role, or leave the client. */
export type OwnRoleLoss = Role | 'leave';

/** The role of a select; viewer for an unknown text. */
export const roleOf = (text: string | null): Role => roles.find((role) => role === text) ?? 'viewer';

interface Person {
  personId: string;
  isOperator: boolean;
}

/** True if a change of a member's role takes effect for the signed-in person. Operators are owners of every client. */
export const isOwnRole = ({ personId, isOperator }: Person, memberId: string): boolean =>
  memberId === personId && !isOperator;

/** True if a change of role has to be confirmed: signed-in owners would give up their own role. */
export const losesOwnership = (person: Person, member: { personId: string; role: Role }, next: Role): boolean =>
  member.role === 'owner' && next !== 'owner' && isOwnRole(person, member.personId);
