import { createMemberPasswordLink, listMembers, type Member } from '@pimento/contract/wire';
import { IconUsers } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { useAskedDialog } from '../ui/address/use-asked-dialog.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PasswordLinkDialog } from './link-shown.tsx';
import type { OwnRoleLoss } from './member-changes.ts';
import { MemberRow } from './member-row.tsx';
import { SecondFactorDemand } from './sign-on/second-factor-demand.tsx';
import { useMemberChanges } from './use-member-changes.ts';
import { useInvitationTexts } from './invitation-texts.ts';

export function MembersPanel() {
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  const members = useCall(listMembers, {});
  const invitation = useAskedDialog('invite');
  const changes = useMemberChanges();
  const linking = useChange((api, { personId }: Member) =>
    api.call(createMemberPasswordLink, { params: { personId } }),
  );
  return (
    <ListPanel
      text={t.settings.membersText}
      add={{ label: invitationTexts.invite, onClick: invitation.open }}
      query={members}
    >
      {members.data?.members.length === 0 && (
        <EmptyState icon={IconUsers} title={t.settings.noMembers} text={t.settings.noMembersText} />
      )}
      {members.data && members.data.members.length > 0 && (
        <TableFrame
          label={t.settings.members}
          minWidth={600}
          actions={92}
          headings={[
            { label: t.settings.memberName },
            { label: t.settings.lastSignIn },
            { label: t.settings.role, width: 180 },
          ]}
        >
          {members.data.members.map((member) => (
            <MemberRow
              key={member.personId}
              member={member}
              onRole={(role) => changes.setRole(member, role)}
              onPasswordLink={() => linking.mutate(member)}
              onRemove={() => changes.remove(member)}
            />
          ))}
        </TableFrame>
      )}
      {changes.pendingLoss && (
        <LossDialog
          loss={changes.pendingLoss}
          isPending={changes.isPending}
          onConfirm={changes.confirmLoss}
          onClose={changes.cancelLoss}
        />
      )}
      <InvitationList />
      <SecondFactorDemand />
      {linking.data && <PasswordLinkDialog name={linking.variables.name} link={linking.data} onClose={linking.reset} />}
      {invitation.isOpen && <InviteDialog onClose={invitation.close} />}
    </ListPanel>
  );
}

/** Asks owners for confirmation before they give up their own ownership or leave the client. */
function LossDialog(props: { loss: OwnRoleLoss; isPending: boolean; onConfirm: () => void; onClose: () => void }) {
  const { loss, isPending, onConfirm, onClose } = props;
  const t = useMessages();
  const { clientName } = useWork();
  const texts =
    loss === 'leave'
      ? { title: t.settings.leaveClient(clientName), text: t.settings.leaveClientText, confirm: t.settings.leave }
      : {
          title: t.settings.giveUp,
          text: t.settings.giveUpText(clientName, t.settings.roleHints[loss]),
          confirm: t.settings.become(t.roles[loss]),
        };
  return <ConfirmDialog {...texts} loading={isPending} onConfirm={onConfirm} onClose={onClose} />;
}
