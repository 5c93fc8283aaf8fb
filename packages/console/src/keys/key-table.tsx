import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { Key } from '@pimento/contract';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import type { KeyCalls } from './key-calls.ts';
import { RotateDialog } from './rotate-dialog.tsx';

/** API keys with their scopes and last use, and the buttons that revoke and rotate them. */
export function KeyTable(props: { keys: Key[]; label: string; withScopes: boolean; calls: KeyCalls }) {
  const { keys, label, withScopes, calls } = props;
  const t = useMessages();
  const formats = useFormats();
  const [revoking, setRevoking] = useState<Key>();
  const [rotating, setRotating] = useState<Key>();
  const revoke = useChange(calls.revoke, () => {
    setRevoking(undefined);
    return t.settings.keyRevoked;
  });
  return (
    <>
      <TableFrame
        label={label}
        minWidth={640}
        actions={150}
        headings={[
          { label: t.settings.keyName },
          ...(withScopes ? [{ label: t.settings.scopes }] : []),
          { label: t.settings.created },
          { label: t.settings.lastUsed },
        ]}
      >
        {keys.map((key) => (
          <Table.Tr key={key.keyId}>
            <Table.Td>
              <Text size="sm" fw={500}>
                {key.name}
              </Text>
              <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }} miw={110}>
                {key.keyId}
              </Text>
              {key.addresses.length > 0 && <Detail text={t.keys.onlyFrom(key.addresses.join(', '))} />}
            </Table.Td>
            {withScopes && (
              <Table.Td>
                <Group gap={4} miw={160}>
                  {key.scopes.map((scope) => (
                    <Badge key={scope} size="sm">
                      {scope}
                    </Badge>
                  ))}
                </Group>
              </Table.Td>
            )}
            <Table.Td miw={86}>
              {formats.moment(key.created)}
              {key.createdBy && <Detail text={t.keys.createdBy(key.createdBy.name ?? key.createdBy.actor)} />}
            </Table.Td>
            <Table.Td miw={86}>
              {key.lastUsed === null ? t.settings.never : formats.ago(key.lastUsed)}
              {key.lastAddress !== null && <Detail text={t.keys.from(key.lastAddress)} />}
            </Table.Td>
            <Table.Td>
              <KeyActions keyRow={key} onRevoke={() => setRevoking(key)} onRotate={() => setRotating(key)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </TableFrame>
      {revoking && (
        <ConfirmDialog
          title={t.settings.revokeTitle(revoking.name)}
          text={t.settings.revokeText}
          confirm={t.settings.revoke}
          loading={revoke.isPending}
          onConfirm={() => revoke.mutate(revoking.keyId)}
          onClose={() => setRevoking(undefined)}
        />
      )}
      {rotating && <RotateDialog keyRow={rotating} rotate={calls.rotate} onClose={() => setRotating(undefined)} />}
    </>
  );
}

function Detail({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

function KeyActions({ keyRow, onRevoke, onRotate }: { keyRow: Key; onRevoke: () => void; onRotate: () => void }) {
  const t = useMessages();
  const formats = useFormats();
  const isExpired = keyRow.expires !== null && Date.parse(keyRow.expires) <= Date.now();
  if (keyRow.revoked !== null || isExpired)
    return (
      <Group justify="flex-end">
        <Badge color={isExpired ? 'gray' : 'red'}>{isExpired ? t.keys.expired : t.settings.revoked}</Badge>
      </Group>
    );
  return (
    <Group gap={4} justify="flex-end">
      {keyRow.expires !== null && (
        <Badge color="orange" title={formats.moment(keyRow.expires)}>
          {t.keys.expires(formats.ago(keyRow.expires))}
        </Badge>
      )}
      <Button size="compact-sm" variant="subtle" onClick={onRotate}>
        {t.keys.rotate}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={onRevoke}>
        {t.settings.revoke}
      </Button>
    </Group>
  );
}
