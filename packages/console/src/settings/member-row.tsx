import { ActionIcon, Group, Select, Table, Text } from '@mantine/core';
import { type Member, type Role, roles } from '@pimento/contract/wire';
import { IconKey, IconUserMinus } from '@tabler/icons-react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { roleOf } from './member-changes.ts';
import { useInvitationTexts } from './invitation-texts.ts';

/** One member: name, last activity, role, a button that creates a password link, and a button that removes the member. */
export function MemberRow(props: {
  member: Member;
  onRole: (role: Role) => void;
  onPasswordLink: () => void;
  onRemove: () => void;
}) {
  const { member, onRole, onPasswordLink, onRemove } = props;
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  const formats = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
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
          data={roles.map((value) => ({ value, label: t.roles[value] }))}
          value={member.role}
          allowDeselect={false}
          onChange={(role) => onRole(roleOf(role))}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={invitationTexts.passwordLinkFor(member.name)}
            title={invitationTexts.passwordLink}
            onClick={onPasswordLink}
          >
            <IconKey size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="red" aria-label={t.settings.removeMember(member.name)} onClick={onRemove}>
            <IconUserMinus size={16} />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
