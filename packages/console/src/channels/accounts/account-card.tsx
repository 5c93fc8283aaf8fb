import { Alert, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Account, AccountField } from '@pimento/contract';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import classes from '../channels.module.css';
import { AccountBadge } from '../../connections/state-badge.tsx';

/** One account: its fields, and what the adapter said of each. */
export function AccountCard(props: {
  fields: readonly AccountField[];
  account: Account;
  isBusy: boolean;
  /** Its adapter does not call, so that nothing can be said of when it will be checked. */
  isWaitingLong: boolean;
  onEdit: () => void;
  onCheck: () => void;
  onDelete: () => void;
}) {
  const { fields, account, isBusy, isWaitingLong, onEdit, onCheck, onDelete } = props;
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  const isChecking = account.state === 'Authenticating';
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
        {account.state === 'Failed' && !account.fieldErrors.some(({ message }) => message === account.message) && (
          <Alert color="red" variant="light" p="xs" role="alert">
            {account.message ?? t.channels.failedText}
          </Alert>
        )}
        {account.state === 'Connected' && account.message !== null && <Text size="sm">{account.message}</Text>}
        <dl className={classes.fields}>
          {fields.map((field) => (
            <Field key={field.id} field={field} account={account} />
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
        <Text size="xs" c="dimmed">
          {isChecking
            ? [t.channels.asked(formats.ago(account.updated)), ...(isWaitingLong ? [] : [t.channels.waiting])].join(' ')
            : account.validated === null
              ? ''
              : t.channels.checked(formats.ago(account.validated))}
        </Text>
        {canWrite && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={onEdit}>
              {t.channels.edit}
            </Button>
            <Button size="compact-sm" variant="default" disabled={isChecking} loading={isBusy} onClick={onCheck}>
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

function Field({ field, account }: { field: AccountField; account: Account }) {
  const t = useMessages();
  const property = account.properties[field.id];
  const problem = account.fieldErrors.find(({ fieldId }) => fieldId === field.id);
  const isSet = property?.set === true;
  return (
    <>
      <dt>{field.name}</dt>
      <dd>
        {isSet ? (
          (property.value ?? <Text span inherit>{`•••••• (${t.channels.isSet})`}</Text>)
        ) : (
          <Text span inherit c="dimmed">
            {t.channels.notSet}
          </Text>
        )}
        {account.state === 'Failed' && problem && <span className={classes.wrong}>{problem.message}</span>}
      </dd>
    </>
  );
}
