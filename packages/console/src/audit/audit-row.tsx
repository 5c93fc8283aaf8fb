import { Badge, Code, Group, Table, Text } from '@mantine/core';
import type { AuditEvent } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import { useAuditTexts } from './use-audit.ts';

/** Returns true for a dry run, which changed nothing. */
const isPreview = ({ after }: AuditEvent['details']): boolean =>
  typeof after === 'object' && after !== null && 'dryRun' in after && after.dryRun === true;

/** One event of the audit log. The user can expand the event to see its details. */
export function AuditRow({ event, withClient }: { event: AuditEvent; withClient: boolean }) {
  const t = useAuditTexts();
  const formats = useFormats();
  const { actor, actorName, object, clientId, address, userAgent, details } = event;
  return (
    <Table.Tr>
      <Table.Td miw={120}>{formats.moment(event.at)}</Table.Td>
      <Table.Td>
        <Text size="sm">{actorName ?? (actor === 'anonymous' ? t.anonymous : actor)}</Text>
        {actorName !== null && <Small text={actor} />}
      </Table.Td>
      <Table.Td>
        <Group gap={6}>
          <Text size="sm">{t.operations[event.operation] ?? event.operation}</Text>
          {isPreview(details) && <Badge color="gray">{t.previewBadge}</Badge>}
          {event.failed && <Badge color="red">{t.failedBadge}</Badge>}
        </Group>
        {object !== null && <Small text={object} />}
        {withClient && clientId !== null && <Small text={clientId} />}
        {Object.keys(details).length > 0 && (
          <details>
            <summary>{t.details}</summary>
            <Code block>{JSON.stringify(details, null, 2)}</Code>
          </details>
        )}
      </Table.Td>
      <Table.Td maw={220}>
        {address}
        {userAgent !== null && <Small text={userAgent} />}
      </Table.Td>
    </Table.Tr>
  );
}

function Small({ text }: { text: string }) {
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}
