import { Text } from '@mantine/core';
import { type AdapterStream, maxCountedEvents } from '@pimento/contract/wire';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { daysUntil } from './stream-health.ts';

const urgentDays = 7;

/** The number of waiting events, followed by "+" if the count stopped at its limit. */
export function Backlog({ stream }: { stream: AdapterStream }) {
  const formats = useFormats();
  const isMore = stream.backlog >= maxCountedEvents;
  return <>{`${formats.number(stream.backlog)}${isMore ? '+' : ''}`}</>;
}

/** The time until the oldest waiting event is deleted, in red below 7 days, or a dash if that time is null. */
export function PurgeTime({ stream }: { stream: AdapterStream }) {
  const t = useMessages();
  if (stream.purgeFrom === null) return <>–</>;
  const days = daysUntil(stream.purgeFrom);
  return (
    <Text span inherit {...(days < urgentDays ? { c: 'red', fw: 600 } : {})}>
      {days < 1 ? t.gateway.under : t.gateway.days(days)}
    </Text>
  );
}
