import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { addMember, type Role, roles } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { roleOf } from './member-changes.ts';

interface NewMember {
  email: string;
  name: string;
  role: Role;
}

/** Adds a member. The initial password of a new user is shown once. */
export function NewMemberDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const addition = useChange((api, body: NewMember) => api.call(addMember, { body }));
  const { data } = addition;
  return (
    <Dialog title={t.settings.addMember} onClose={onClose} locked={addition.isSuccess}>
      {data && data.password !== null && (
        <ShownOnce
          warning={t.settings.passwordOnce}
          text={`${data.member.email}\n${data.password}`}
          label={t.settings.firstPassword}
          onClose={onClose}
        />
      )}
      {data && data.password === null && (
        <Stack>
          <Text size="sm">{t.settings.knownPerson}</Text>
          <Group justify="flex-end">
            <Button onClick={onClose}>{t.common.close}</Button>
          </Group>
        </Stack>
      )}
      {!data && <NewMemberForm isPending={addition.isPending} onSubmit={addition.mutate} onClose={onClose} />}
    </Dialog>
  );
}

function NewMemberForm(props: { isPending: boolean; onSubmit: (member: NewMember) => void; onClose: () => void }) {
  const { isPending, onSubmit, onClose } = props;
  const t = useMessages();
  const [member, setMember] = useState<NewMember>({ email: '', name: '', role: 'editor' });
  const { email, name, role } = member;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(member);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.signIn.email}
          type="email"
          required
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => setMember({ ...member, email: currentTarget.value })}
        />
        <TextInput
          label={t.settings.memberName}
          required
          value={name}
          onChange={({ currentTarget }) => setMember({ ...member, name: currentTarget.value })}
        />
        <Select
          label={t.settings.role}
          description={t.settings.roleHints[role]}
          data={roles.map((value) => ({ value, label: t.roles[value] }))}
          value={role}
          allowDeselect={false}
          onChange={(next) => setMember({ ...member, role: roleOf(next) })}
          comboboxProps={{ withinPortal: false }}
        />
        <DialogActions onClose={onClose} submit={t.settings.addMember} loading={isPending} />
      </Stack>
    </form>
  );
}
