import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Account, ConnectionView } from '@pimento/contract';
import type { FormEvent } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { isFieldProblem } from './account-entries.ts';
import { AccountFieldInput } from './account-field-input.tsx';
import { useAccountEdit } from './use-account-edit.ts';

/** A dialog that connects or changes an account, with the fields that the channel declares. */
export function AccountForm(props: { channel: ConnectionView; account?: Account | undefined; onClose: () => void }) {
  const { channel, account, onClose } = props;
  const t = useMessages();
  const { name, setName, save, isTyped, entryOf, problemOf, change } = useAccountEdit(channel, account, onClose);
  const mayLeave = useUnsaved(isTyped);
  const close = () => {
    if (mayLeave()) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={account ? t.channels.editAccount(account.name) : t.channels.connectTo(channel.name)}
      closeOnClickOutside={!isTyped && !save.isPending}
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
            <AccountFieldInput
              key={field.id}
              field={field}
              isSet={account?.properties[field.id]?.set ?? false}
              entry={entryOf(field.id)}
              error={problemOf(field.id)}
              onChange={(entry) => change(field.id, entry)}
            />
          ))}
          {save.isError && !isFieldProblem(save.error) && <ProblemAlert error={save.error} />}
          {account && (
            <Text size="xs" c="dimmed">
              {t.channels.checkHint}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
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
