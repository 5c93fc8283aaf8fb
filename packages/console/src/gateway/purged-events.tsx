import { Alert, List } from '@mantine/core';
import type { AdapterStream } from '@pimento/contract';
import { useFormats, useMessages } from '../i18n/language.tsx';

const maxShown = 10;

/** Counts of events that were deleted before the adapter read them, by client and type. Shows at most `maxShown`, or nothing if none. */
export function PurgedEvents({ stream }: { stream: AdapterStream | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  if (!stream || stream.purgedUnread === 0) return null;
  return (
    <Alert color="orange" variant="light" title={t.gateway.purgedUnreadTitle}>
      {t.gateway.purgedUnreadText}
      <List size="sm" mt={6}>
        {stream.purges.slice(0, maxShown).map(({ clientId, eventType, count, last }) => (
          <List.Item key={`${clientId} ${eventType}`}>
            {t.gateway.purgedOf(clientId, eventType, formats.number(count), formats.moment(last))}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
