import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Account } from '@pimento/contract';
import { useMessages } from '../../i18n/language.tsx';

/** Asks for confirmation before an account is deleted. Closed if no account is given. */
export function DeleteAccountDialog(props: {
  account: Account | undefined;
  /** True if the account is the only one of its connection. */
  isLast: boolean;
  isDeleting: boolean;
  onDelete: (account: Account) => void;
  onClose: () => void;
}) {
  const { account, isLast, isDeleting, onDelete, onClose } = props;
  const t = useMessages();
  return (
    <Modal
      opened={account !== undefined}
      onClose={onClose}
      title={t.channels.deleteAccount(account?.name ?? '')}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      <Stack>
        <Text size="sm">{t.channels.deleteAccountText}</Text>
        {isLast && (
          <Text size="sm" fw={500}>
            {t.channels.deleteLastText}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button color="red" loading={isDeleting} onClick={() => account && onDelete(account)}>
            {t.common.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
