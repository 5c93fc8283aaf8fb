import { Paper, Skeleton } from '@mantine/core';
import type { AdapterStream } from '@pimento/contract';
import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { Backlog, PurgeTime } from './stream-facts.tsx';
import { isSilent } from './stream-health.ts';

/** The key figures of an adapter's stream. Shows placeholders while they are being loaded. */
export function StreamStats({ stream }: { stream: AdapterStream | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const ago = (at: string | null, none: string) => (at === null ? none : formats.ago(at));
  const show = (value: (stream: AdapterStream) => ReactNode) =>
    stream ? value(stream) : <Skeleton height={30} width={90} />;
  return (
    <dl className={layout.stats} style={{ margin: 0 }}>
      <Stat
        label={t.gateway.lastCall}
        {...(stream && { isBad: isSilent(stream), hint: t.gateway.lastCallHint })}
        value={show(({ lastCall }) => ago(lastCall, t.gateway.never))}
      />
      <Stat
        label={t.gateway.backlog}
        value={show((loaded) => (
          <Backlog stream={loaded} />
        ))}
      />
      <Stat label={t.gateway.oldest} value={show(({ oldestUnacknowledged }) => ago(oldestUnacknowledged, '–'))} />
      <Stat
        label={t.gateway.purge}
        value={show((loaded) => (
          <PurgeTime stream={loaded} />
        ))}
      />
      <Stat
        label={t.gateway.purgedUnread}
        hint={t.gateway.purgedUnreadHint}
        isBad={(stream?.purgedUnread ?? 0) > 0}
        value={show(({ purgedUnread }) => formats.number(purgedUnread))}
      />
    </dl>
  );
}

function Stat(props: { label: string; value: ReactNode; isBad?: boolean; hint?: string }) {
  const { label, value, isBad = false, hint } = props;
  return (
    <Paper withBorder className={layout.stat} data-bad={isBad || undefined} title={hint}>
      <dt>{label}</dt>
      <dd style={{ fontSize: 20 }}>{value}</dd>
    </Paper>
  );
}
