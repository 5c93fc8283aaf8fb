import { Alert, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Account, AccountField } from '@pimento/contract';
import { adapterMessage } from '../../connections/adapter-message.ts';
import { AccountBadge } from '../../connections/state-badge.tsx';
import { useFormats, useLanguage, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import layout from '../../ui/layout.module.css';
import { AccountFieldValue } from './account-field-value.tsx';

/** One account: its state, field values with the adapter's messages, and actions. */
export function AccountCard(props: {
  fields: readonly AccountField[];
  account: Account;
  isBusy: boolean;
  /** True if the adapter has never called or has not called for 10 minutes. Then the time of the next check is unknown. */
  isSilent: boolean;
  onEdit: () => void;
  onCheck: () => void;
  onDelete: () => void;
}) {
  const { fields, account, isBusy, isSilent, onEdit, onCheck, onDelete } = props;
  const t = useMessages();
  const { canWrite } = useWork();
  return (
    <Paper withBorder p="md" component="section" aria-label={account.name}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {account.name}
          </Title>
          <span aria-live="polite">
            <AccountBadge state={account.state} />
          </span>
        </Group>
        <AccountMessage account={account} />
        <dl className={layout.fields}>
          {fields.map((field) => (
            <AccountFieldValue key={field.id} field={field} account={account} />
          ))}
        </dl>
        {account.listOfValues !== null && account.listOfValues !== undefined && (
          <details>
            <Text component="summary" size="sm">
              {t.channels.offered}
            </Text>
            <Code block mt={6}>
              {JSON.stringify(account.listOfValues, undefined, 2)}
            </Code>
          </details>
        )}
        <CheckTime account={account} isSilent={isSilent} />
        {canWrite && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={onEdit}>
              {t.channels.edit}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={account.state === 'Authenticating'}
              loading={isBusy}
              onClick={onCheck}
            >
              {t.channels.check}
            </Button>
            <Button size="compact-sm" variant="subtle" color="red" onClick={onDelete}>
              {t.common.delete}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

/** The adapter's message about the account as a whole. It is hidden if it is already shown next to a field. */
function AccountMessage({ account }: { account: Account }) {
  const { messages: t, language } = useLanguage();
  const { state, message, fieldErrors } = account;
  if (state === 'Failed' && !fieldErrors.some((error) => error.message === message))
    return (
      <Alert color="red" variant="light" p="xs" role="alert">
        {message === null ? t.channels.failedText : adapterMessage(language, message)}
      </Alert>
    );
  return state === 'Connected' && message !== null ? <Text size="sm">{message}</Text> : null;
}

/** The time at which a check was requested, or the time of the last check if none is in progress. */
function CheckTime({ account, isSilent }: { account: Account; isSilent: boolean }) {
  const t = useMessages();
  const formats = useFormats();
  const { state, updated, validated } = account;
  const requested = [t.channels.asked(formats.ago(updated)), ...(isSilent ? [] : [t.channels.waiting])].join(' ');
  const checked = validated === null ? '' : t.channels.checked(formats.ago(validated));
  return (
    <Text size="xs" c="dimmed">
      {state === 'Authenticating' ? requested : checked}
    </Text>
  );
}
