import { ActionIcon, Alert, Button, Group, Modal, Paper, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { addMember, changeMember, listMembers, removeMember, type Role, roles } from '@pimento/contract';
import { IconPlus, IconUserMinus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import frame from '../imports/imports.module.css';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { CopyLine } from '../ui/curl-line.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';

const roleOf = (text: string | null): Role => roles.find((role) => role === text) ?? 'viewer';

export function MembersPanel() {
  const t = useMessages();
  const formats = useFormats();
  const members = useCall(listMembers, {});
  const [adding, setAdding] = useState(false);
  const change = useChange(
    (api, { personId, role }: { personId: string; role: Role }) =>
      api.call(changeMember, { params: { personId }, body: { role } }),
    ({ name, role }) => t.settings.roleChanged(name, t.roles[role]),
  );
  const removal = useChange(
    (api, personId: string) => api.call(removeMember, { params: { personId } }),
    () => t.settings.memberRemoved,
  );
  const choices = roles.map((value) => ({ value, label: t.roles[value] }));
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={560}>
          {t.settings.membersText}
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          {t.settings.addMember}
        </Button>
      </Group>
      {members.isPending && <ListSkeleton rows={3} />}
      {members.isError && <ProblemAlert error={members.error} retry={members.refetch} />}
      {members.data && (
        <Paper withBorder className={frame.frame} tabIndex={0} role="group" aria-label={t.settings.members}>
          <Table verticalSpacing="sm" miw={600}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.settings.memberName}</Table.Th>
                <Table.Th>{t.settings.lastSignIn}</Table.Th>
                <Table.Th w={180}>{t.settings.role}</Table.Th>
                <Table.Th w={56}>
                  <span className="sr-only">{t.attributes.actions}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
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
                      onChange={(role) => change.mutate({ personId: member.personId, role: roleOf(role) })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={t.settings.removeMember(member.name)}
                      onClick={() => removal.mutate(member.personId)}
                    >
                      <IconUserMinus size={16} />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {adding && <NewMember onClose={() => setAdding(false)} />}
    </Stack>
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
    <Modal
      opened
      onClose={onClose}
      title={t.settings.addMember}
      closeOnClickOutside={!add.isSuccess}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      {add.isSuccess ? (
        <Stack>
          {add.data.password === null ? (
            <Text size="sm">{t.settings.knownPerson}</Text>
          ) : (
            <>
              <Alert color="orange" variant="light">
                {t.settings.passwordOnce}
              </Alert>
              <CopyLine text={`${add.data.member.email}\n${add.data.password}`} label={t.settings.firstPassword} />
            </>
          )}
          <Group justify="flex-end">
            <Button onClick={onClose}>{t.common.close}</Button>
          </Group>
        </Stack>
      ) : (
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
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t.common.cancel}
              </Button>
              <Button type="submit" loading={add.isPending}>
                {t.settings.addMember}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
