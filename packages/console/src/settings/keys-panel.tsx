import { Alert, Badge, Button, Checkbox, Group, Modal, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { clientScopes, createClientKey, type Key, listClientKeys, revokeClientKey } from '@pimento/contract';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import frame from '../imports/imports.module.css';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { CopyLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';

export function KeysPanel() {
  const t = useMessages();
  const formats = useFormats();
  const keys = useCall(listClientKeys, {});
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Key>();
  const revoke = useChange(
    (api, keyId: string) => api.call(revokeClientKey, { params: { keyId } }),
    () => {
      setRevoking(undefined);
      return t.settings.keyRevoked;
    },
  );
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={560}>
          {t.settings.keysText}
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          {t.settings.newKey}
        </Button>
      </Group>
      {keys.isPending && <ListSkeleton rows={4} />}
      {keys.isError && <ProblemAlert error={keys.error} retry={keys.refetch} />}
      {keys.data?.keys.length === 0 && (
        <EmptyState icon={IconKey} title={t.settings.noKeys} text={t.settings.keysText} />
      )}
      {keys.data && keys.data.keys.length > 0 && (
        <Paper withBorder className={frame.frame} tabIndex={0} role="group" aria-label={t.settings.keys}>
          <Table verticalSpacing="sm" miw={720}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.settings.keyName}</Table.Th>
                <Table.Th>{t.settings.scopes}</Table.Th>
                <Table.Th>{t.settings.created}</Table.Th>
                <Table.Th>{t.settings.lastUsed}</Table.Th>
                <Table.Th>
                  <span className="sr-only">{t.attributes.actions}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {keys.data.keys.map((key) => (
                <Table.Tr key={key.keyId}>
                  <Table.Td>
                    <Text size="sm" fw={550}>
                      {key.name}
                    </Text>
                    <Text size="xs" ff="monospace" c="dimmed">
                      {key.keyId}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4}>
                      {key.scopes.map((scope) => (
                        <Badge key={scope} variant="light" color="gray" size="sm" tt="none">
                          {scope}
                        </Badge>
                      ))}
                    </Group>
                  </Table.Td>
                  <Table.Td>{formats.moment(key.created)}</Table.Td>
                  <Table.Td>{key.lastUsed === null ? t.settings.never : formats.ago(key.lastUsed)}</Table.Td>
                  <Table.Td ta="right">
                    {key.revoked === null ? (
                      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setRevoking(key)}>
                        {t.settings.revoke}
                      </Button>
                    ) : (
                      <Badge color="red" variant="light" tt="none">
                        {t.settings.revoked}
                      </Badge>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {making && <NewKey onClose={() => setMaking(false)} />}
      <Modal
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t.settings.revokeTitle(revoking?.name ?? '')}
        closeButtonProps={{ 'aria-label': t.common.close }}
      >
        <Stack>
          <Text size="sm">{t.settings.revokeText}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setRevoking(undefined)}>
              {t.common.cancel}
            </Button>
            <Button color="red" loading={revoke.isPending} onClick={() => revoking && revoke.mutate(revoking.keyId)}>
              {t.settings.revoke}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

function NewKey({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>([...clientScopes]);
  const make = useChange((api, body: { name: string; scopes: (typeof clientScopes)[number][] }) =>
    api.call(createClientKey, { body }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ name, scopes: clientScopes.filter((scope) => scopes.includes(scope)) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.settings.newKey}
      size="lg"
      closeOnClickOutside={!make.isSuccess}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      {make.isSuccess ? (
        <Stack>
          <Alert color="orange" variant="light">
            {t.settings.secretOnce}
          </Alert>
          <CopyLine text={make.data.secret} label={t.settings.secret} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t.common.close}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={t.settings.keyName}
              description={t.settings.keyNameHint}
              required
              data-autofocus
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Checkbox.Group label={t.settings.scopes} value={scopes} onChange={setScopes}>
              <Stack gap="xs" mt="xs">
                {clientScopes.map((scope) => (
                  <Checkbox key={scope} value={scope} label={t.settings.scopeNames[scope]} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t.common.cancel}
              </Button>
              <Button type="submit" loading={make.isPending} disabled={scopes.length === 0}>
                {t.settings.makeKey}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
