import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { cancelInvitation, type Invitation, inviteMember, listInvitations } from '@pimento/contract/wire';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { LinkShown } from './link-shown.tsx';

/** The open invitations of the client, each with a button that replaces the link and a button that cancels the invitation. */
export function InvitationList() {
  const t = useMessages();
  const invitations = useCall(listInvitations, {});
  const renewal = useChange((api, { email, name, role }: Invitation) =>
    api.call(inviteMember, { body: { email, role, ...(name === '' ? {} : { name }) } }),
  );
  const cancellation = useChange(
    (api, invitationId: string) => api.call(cancelInvitation, { params: { invitationId } }),
    () => t.invitations.cancelled,
  );
  const list = invitations.data?.invitations ?? [];
  const { data: renewed } = renewal;
  return (
    <>
      {invitations.isError && <ProblemAlert error={invitations.error} retry={invitations.refetch} />}
      {list.length > 0 && (
        <Stack gap="sm">
          <Title order={2} size="h5">
            {t.invitations.title}
          </Title>
          <TableFrame
            label={t.invitations.title}
            minWidth={600}
            actions={190}
            headings={[
              { label: t.invitations.email },
              { label: t.settings.role },
              { label: t.invitations.delivery },
              { label: t.invitations.expires },
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
        <Dialog title={t.invitations.invited(renewed.invitation.email)} onClose={renewal.reset} locked>
          <LinkShown link={renewed.link} sent={t.invitations.sent(renewed.invitation.email)} onClose={renewal.reset} />
        </Dialog>
      )}
    </>
  );
}

function InvitationRow(props: { invitation: Invitation; onRenew: () => void; onCancel: () => void }) {
  const { email, name, role, delivery, expires } = props.invitation;
  const t = useMessages();
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
      <Table.Td>{t.invitations.deliveries[delivery]}</Table.Td>
      <Table.Td>{formats.moment(expires)}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="subtle" aria-label={t.invitations.renewFor(email)} onClick={props.onRenew}>
            {t.invitations.renew}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t.invitations.cancelFor(email)}
            onClick={props.onCancel}
          >
            {t.invitations.cancel}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
