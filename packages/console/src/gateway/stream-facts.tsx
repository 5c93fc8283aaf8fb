import { Text } from '@mantine/core';
import { type AdapterStream, maxCountedEvents } from '@pimento/contract';
import { useFormats, useMessages } from '../i18n/language.tsx';

const dayMs = 86_400_000;
/** Adapters poll every 30 to 60 seconds; the last call is known to the minute. */
const silentAfterMs = 5 * 60_000;
const urgentDays = 7;

/** True where something waits and nobody asks for it. */
export function isSilent({ backlog, lastCall, oldestUnacknowledged }: AdapterStream): boolean {
  if (backlog === 0 || oldestUnacknowledged === null) return false;
  const since = Math.max(Date.parse(oldestUnacknowledged), lastCall === null ? 0 : Date.parse(lastCall));
  return Date.now() - since > silentAfterMs;
}

/** How many events wait. */
export function Backlog({ stream }: { stream: AdapterStream }) {
  const formats = useFormats();
  const isMore = stream.backlog >= maxCountedEvents;
  return <>{`${formats.number(stream.backlog)}${isMore ? '+' : ''}`}</>;
}

/** How long the oldest waiting event is still kept. */
export function PurgeTime({ stream }: { stream: AdapterStream }) {
  const t = useMessages();
  if (stream.purgeFrom === null) return <>–</>;
  const days = Math.floor((Date.parse(stream.purgeFrom) - Date.now()) / dayMs);
  return (
    <Text span inherit {...(days < urgentDays ? { c: 'red', fw: 600 } : {})}>
      {days < 1 ? t.gateway.under : t.gateway.days(days)}
    </Text>
  );
}
