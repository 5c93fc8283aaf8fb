import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { cancelInvitation, type Invitation, inviteMember, listInvitations } from '@pimento/contract/wire';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { LinkShown } from './link-shown.tsx';
import { useInvitationTexts } from './invitation-texts.ts';

/** The open invitations of the client, each with a button that replaces the link and a button that cancels the invitation. */
export function InvitationList() {
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  const invitations = useCall(listInvitations, {});
  const renewal = useChange((api, { email, name, role }: Invitation) =>
    api.call(inviteMember, { body: { email, role, ...(name === '' ? {} : { name }) } }),
  );
  const cancellation = useChange(
    (api, invitationId: string) => api.call(cancelInvitation, { params: { invitationId } }),
    () => invitationTexts.cancelled,
  );
  const list = invitations.data?.invitations ?? [];
  const { data: renewed } = renewal;
  return (
    <>
      {invitations.isError && <ProblemAlert error={invitations.error} retry={invitations.refetch} />}
      {list.length > 0 && (
        <Stack gap="sm">
          <Title order={2} size="h5">
            {invitationTexts.title}
          </Title>
          <TableFrame
            label={invitationTexts.title}
            minWidth={600}
            actions={190}
            headings={[
              { label: invitationTexts.email },
              { label: t.settings.role },
              { label: invitationTexts.delivery },
              { label: invitationTexts.expires },
            ]}
          >
            {list.map((invitation) => (
              <InvitationRow
                key={invitation.invitationId}
                invitation={invitation}
                onRenew={() => renewal.mutate(invitation)}
                onCancel={() => cancellation.mutate(invitation.invitationId)}
              />
            ))}
          </TableFrame>
        </Stack>
      )}
      {renewed && (
        <Dialog title={invitationTexts.invited(renewed.invitation.email)} onClose={renewal.reset} locked>
          <LinkShown
            link={renewed.link}
            sent={invitationTexts.sent(renewed.invitation.email)}
            onClose={renewal.reset}
          />
        </Dialog>
      )}
    </>
  );
}

function InvitationRow(props: { invitation: Invitation; onRenew: () => void; onCancel: () => void }) {
  const { email, name, role, delivery, expires } = props.invitation;
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  const formats = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{email}</Text>
        {name !== '' && (
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{t.roles[role]}</Table.Td>
      <Table.Td>{invitationTexts.deliveries[delivery]}</Table.Td>
      <Table.Td>{formats.moment(expires)}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={invitationTexts.renewFor(email)}
            onClick={props.onRenew}
          >
            {invitationTexts.renew}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={invitationTexts.cancelFor(email)}
            onClick={props.onCancel}
          >
            {invitationTexts.cancel}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
