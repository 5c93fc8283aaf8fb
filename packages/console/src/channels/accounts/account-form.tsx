import { Button, Checkbox, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ProblemError } from '@pimento/client';
import { type Account, type AccountField, type ConnectionView, connectAccount, updateAccount } from '@pimento/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { changedProperties, fieldProblems, type Entries, startEntries } from './account-entries.ts';

/** Connects an account, or changes one: exactly the fields that the channel declares. */
export function AccountForm(props: { channel: ConnectionView; account?: Account | undefined; onClose: () => void }) {
  const { channel, account, onClose } = props;
  const t = useMessages();
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(account?.name ?? channel.name);
  const [entries, setEntries] = useState<Entries>(() => startEntries(channel.accountFields, account));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const { channelId } = channel;
  const save = useMutation({
    mutationFn: () => {
      const properties = changedProperties(channel.accountFields, account, entries);
      if (!account) return api.call(connectAccount, { params: { channelId }, body: { name, properties } });
      const hasChanged = Object.keys(properties).length > 0;
      return api.call(updateAccount, {
        params: { channelId, accountId: account.accountId },
        body: { name, ...(hasChanged ? { properties } : {}) },
      });
    },
    onSuccess: async (saved) => {
      notifications.show({
        message: saved.state === 'Authenticating' ? t.channels.connected(saved.name) : t.channels.saved(saved.name),
        color: 'olive',
        closeButtonProps: { 'aria-label': t.common.close },
      });
      onClose();
      if (!account) void navigate({ to: '/channels/$channelId', params: { channelId }, replace: true });
      await queryClient.invalidateQueries({ queryKey: [clientId] });
    },
    onSettled: () => setTouched(new Set()),
  });
  const problems = fieldProblems(save.error, account);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const change = (fieldId: string, entry: Entries[string]) => {
    setTouched((before) => new Set([...before, fieldId]));
    setEntries((before) => ({ ...before, [fieldId]: entry }));
  };
  const isFieldProblem = save.error instanceof ProblemError && save.error.code === 'invalid-values';
  return (
    <Modal
      opened
      onClose={onClose}
      title={account ? t.channels.editAccount(account.name) : t.channels.connectTo(channel.name)}
      closeOnClickOutside={touched.size === 0 && !save.isPending}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={t.channels.accountName}
            description={t.channels.accountNameHint}
            required
            withAsterisk={false}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {channel.accountFields.map((field) => (
            <FieldInput
              key={field.id}
              field={field}
              isSet={account?.properties[field.id]?.set ?? false}
              entry={entries[field.id] ?? { text: '', removed: false }}
              error={touched.has(field.id) ? undefined : problems[field.id]}
              onChange={(entry) => change(field.id, entry)}
            />
          ))}
          {save.isError && !isFieldProblem && <ProblemAlert error={save.error} />}
          {account && (
            <Text size="xs" c="dimmed">
              {t.channels.checkHint}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t.common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {account ? t.channels.saveAndCheck : t.channels.checkNow}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function FieldInput(props: {
  field: AccountField;
  isSet: boolean;
  entry: Entries[string];
  error: string | undefined;
  onChange: (entry: Entries[string]) => void;
}) {
  const { field, isSet, entry, error, onChange } = props;
  const t = useMessages();
  const label = field.optional ? `${field.name} (${t.channels.optional})` : field.name;
  const common = {
    label,
    error,
    value: entry.text,
    // neither the person's own login nor anything that the browser keeps belongs here
    autoComplete: field.type === 'password' ? 'new-password' : 'off',
    name: `account-${field.id}`,
  };
  if (field.type === 'string')
    return (
      <TextInput
        {...common}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value, removed: false })}
      />
    );
  return (
    <Stack gap={6}>
      <PasswordInput
        {...common}
        description={isSet ? t.channels.keepPassword : undefined}
        disabled={entry.removed}
        visibilityToggleButtonProps={{ 'aria-label': t.signIn.showPassword }}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value, removed: false })}
      />
      {isSet && field.optional && (
        <Checkbox
          size="xs"
          label={t.channels.removePassword(field.name)}
          checked={entry.removed}
          onChange={({ currentTarget }) => onChange({ text: '', removed: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
