import { ActionIcon, Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { addMember, changeMember, listMembers, type Member, removeMember, type Role, roles } from '@pimento/contract';
import { IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { sessionKey } from '../session/query-client.ts';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog, Dialog, DialogActions } from '../ui/dialog.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { TableFrame } from '../ui/table-frame.tsx';

const roleOf = (text: string | null): Role => roles.find((role) => role === text) ?? 'viewer';

export function MembersPanel() {
  const t = useMessages();
  const formats = useFormats();
  const members = useCall(listMembers, {});
  const [adding, setAdding] = useState(false);
  const { session, clientName } = useWork();
  const queryClient = useQueryClient();
  // an operator is an owner everywhere, whatever role is given to them here
  const losesRole = (personId: string) => personId === session.personId && !session.isOperator;
  const [leaving, setLeaving] = useState<Role | 'nobody'>();
  /** Whoever changes their own role goes on with the new one, before anything is read again that it may not read. */
  const renew = async (personId: string) => {
    if (losesRole(personId)) await queryClient.refetchQueries({ queryKey: sessionKey, exact: true });
  };
  const change = useChange(
    async (api, { personId, role }: { personId: string; role: Role }) => {
      const changed = await api.call(changeMember, { params: { personId }, body: { role } });
      await renew(personId);
      return changed;
    },
    ({ name, role }) => t.settings.roleChanged(name, t.roles[role]),
  );
  const removal = useChange(
    async (api, personId: string) => {
      await api.call(removeMember, { params: { personId } });
      await renew(personId);
    },
    () => t.settings.memberRemoved,
  );
  const choose = ({ personId, role }: Member, next: Role) => {
    if (role === 'owner' && next !== 'owner' && losesRole(personId)) setLeaving(next);
    else change.mutate({ personId, role: next });
  };
  const leave = () => {
    const { personId } = session;
    const done = { onSettled: () => setLeaving(undefined) };
    if (leaving === 'nobody') removal.mutate(personId, done);
    else if (leaving) change.mutate({ personId, role: leaving }, done);
  };
  const choices = roles.map((value) => ({ value, label: t.roles[value] }));
  return (
    <ListPanel
      text={t.settings.membersText}
      add={{ label: t.settings.addMember, onClick: () => setAdding(true) }}
      query={members}
    >
      {members.data && (
        <TableFrame
          label={t.settings.members}
          minWidth={600}
          actions={56}
          headings={[
            { label: t.settings.memberName },
            { label: t.settings.lastSignIn },
            { label: t.settings.role, width: 180 },
          ]}
        >
          {members.data.members.map((member) => (
            <Table.Tr key={member.personId}>
              <Table.Td>
                <Text size="sm" fw={550}>
                  {member.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {member.email}
                </Text>
              </Table.Td>
              <Table.Td>{member.lastSeen === null ? t.settings.never : formats.ago(member.lastSeen)}</Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  aria-label={`${t.settings.role}: ${member.name}`}
                  data={choices}
                  value={member.role}
                  allowDeselect={false}
                  onChange={(role) => choose(member, roleOf(role))}
                />
              </Table.Td>
              <Table.Td>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={t.settings.removeMember(member.name)}
                  onClick={() => (losesRole(member.personId) ? setLeaving('nobody') : removal.mutate(member.personId))}
                >
                  <IconUserMinus size={16} />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </TableFrame>
      )}
      {leaving && (
        <ConfirmDialog
          title={leaving === 'nobody' ? t.settings.leaveClient(clientName) : t.settings.giveUp}
          text={
            leaving === 'nobody'
              ? t.settings.leaveClientText
              : t.settings.giveUpText(clientName, t.settings.roleHints[leaving])
          }
          confirm={leaving === 'nobody' ? t.settings.leave : t.settings.become(t.roles[leaving])}
          loading={change.isPending || removal.isPending}
          onConfirm={leave}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {adding && <NewMember onClose={() => setAdding(false)} />}
    </ListPanel>
  );
}

function NewMember({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const add = useChange((api, body: { email: string; name: string; role: Role }) => api.call(addMember, { body }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ email, name, role });
  };
  return (
    <Dialog title={t.settings.addMember} onClose={onClose} locked={add.isSuccess}>
      {add.isSuccess && add.data.password !== null && (
        <ShownOnce
          warning={t.settings.passwordOnce}
          text={`${add.data.member.email}\n${add.data.password}`}
          label={t.settings.firstPassword}
          onClose={onClose}
        />
      )}
      {add.isSuccess && add.data.password === null && (
        <Stack>
          <Text size="sm">{t.settings.knownPerson}</Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t.common.close}</Button>
          </Group>
        </Stack>
      )}
      {!add.isSuccess && (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t.signIn.email}
              type="email"
              required
              data-autofocus
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <TextInput
              label={t.settings.memberName}
              required
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Select
              label={t.settings.role}
              description={t.settings.roleHints[role]}
              data={roles.map((value) => ({ value, label: t.roles[value] }))}
              value={role}
              allowDeselect={false}
              onChange={(next) => setRole(roleOf(next))}
              comboboxProps={{ withinPortal: false }}
            />
            <DialogActions onClose={onClose} submit={t.settings.addMember} loading={add.isPending} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
