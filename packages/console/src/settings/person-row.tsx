import { ActionIcon, Badge, Group, Menu, Table, Text } from '@mantine/core';
import type { Person } from '@pimento/contract/wire';
import { IconDots } from '@tabler/icons-react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useInvitationTexts } from './invitation-texts.ts';

interface PersonActions {
  onChange: (change: { disabled?: boolean; isOperator?: boolean }) => void;
  onPasswordLink: () => void;
  onEndSessions: () => void;
  onRemoveSecondFactor: () => void;
  onRemove: () => void;
}

/** One person: roles, state, last activity, and a menu of actions. */
export function PersonRow({ person, ...actions }: { person: Person } & PersonActions) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {person.name}
        </Text>
        <Text size="xs" c="dimmed">
          {person.email}
        </Text>
      </Table.Td>
      <Table.Td>
        {person.clients.map(({ clientId, name, role }) => (
          <Text key={clientId} size="sm">
            {name} · {t.roles[role]}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {person.isOperator && <Badge>{t.settings.operator}</Badge>}
          {person.disabled && <Badge color="red">{t.people.disabled}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        {person.lastSeen === null ? t.settings.never : formats.ago(person.lastSeen)}
        {person.sessions > 0 && (
          <Text size="xs" c="dimmed">
            {t.people.sessions(String(person.sessions))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <PersonMenu person={person} {...actions} />
      </Table.Td>
    </Table.Tr>
  );
}

function PersonMenu({ person, ...actions }: { person: Person } & PersonActions) {
  const { onChange, onPasswordLink, onEndSessions, onRemoveSecondFactor, onRemove } = actions;
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  const { disabled, isOperator, hasSecondFactor } = person;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.people.actions(person.name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onPasswordLink} disabled={disabled}>
          {invitationTexts.passwordLink}
        </Menu.Item>
        <Menu.Item onClick={onEndSessions}>{t.people.endSessions}</Menu.Item>
        {hasSecondFactor && <Menu.Item onClick={onRemoveSecondFactor}>{t.secondFactor.remove}</Menu.Item>}
        <Menu.Item onClick={() => onChange({ isOperator: !isOperator })}>
          {isOperator ? t.people.endOperator : t.people.makeOperator}
        </Menu.Item>
        <Menu.Item onClick={() => onChange({ disabled: !disabled })}>
          {disabled ? t.people.enable : t.people.disable}
        </Menu.Item>
        <Menu.Item color="red" onClick={onRemove}>
          {t.people.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
