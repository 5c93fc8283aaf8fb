import { changeMember, type Member, removeMember, type Role } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionKey } from '../session/query-client.ts';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { isOwnRole, losesOwnership, type OwnRoleLoss } from './member-changes.ts';

/**
 * Changes and removes members. If owners would give up their own ownership, the new role or `leave` is kept in `pendingLoss` until they
 * confirm or cancel.
 */
export function useMemberChanges() {
  const t = useMessages();
  const { session } = useWork();
  const queryClient = useQueryClient();
  const [pendingLoss, setPendingLoss] = useState<OwnRoleLoss>();
  /**
   * Fetches the session before other data if the signed-in user's own role has changed, because the server would reject requests that need
   * the old role.
   */
  const refreshOwnRole = async (memberId: string) => {
    if (isOwnRole(session, memberId)) await queryClient.refetchQueries({ queryKey: sessionKey, exact: true });
  };
  const change = useChange(
    async (api, { personId, role }: { personId: string; role: Role }) => {
      const changed = await api.call(changeMember, { params: { personId }, body: { role } });
      await refreshOwnRole(personId);
      return changed;
    },
    ({ name, role }) => t.settings.roleChanged(name, t.roles[role]),
  );
  const removal = useChange(
    async (api, personId: string) => {
      await api.call(removeMember, { params: { personId } });
      await refreshOwnRole(personId);
    },
    () => t.settings.memberRemoved,
  );
  return {
    pendingLoss,
    isPending: change.isPending || removal.isPending,
    cancelLoss: () => setPendingLoss(undefined),
    confirmLoss: () => {
      const { personId } = session;
      const close = { onSettled: () => setPendingLoss(undefined) };
      if (pendingLoss === 'leave') removal.mutate(personId, close);
      else if (pendingLoss) change.mutate({ personId, role: pendingLoss }, close);
    },
    setRole: (member: Member, role: Role) => {
      if (losesOwnership(session, member, role)) setPendingLoss(role);
      else change.mutate({ personId: member.personId, role });
    },
    remove: ({ personId }: Member) => {
      if (isOwnRole(session, personId)) setPendingLoss('leave');
      else removal.mutate(personId);
    },
  };
}
