import { Button } from '@mantine/core';
import { listAdapters, listAdapterStreams } from '@pimento/contract/wire';
import { IconLock, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { CopyLine } from '../ui/curl-line.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Settled } from '../ui/loading/settled.tsx';
import { ListSkeleton, Page } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { AdapterDialog } from './adapter-dialog.tsx';
import { AdapterRow } from './adapter-row.tsx';

const pollMs = 10_000;

/** The adapters of the installation with their last polls and unacknowledged events, for operators. */
export function GatewayPage() {
  const t = useMessages();
  const { session } = useWork();
  return session.isOperator ? (
    <Adapters />
  ) : (
    <EmptyState icon={IconLock} title={t.gateway.notOperator} text={t.gateway.notOperatorText} />
  );
}

function Adapters() {
  const t = useMessages();
  const adapters = useCall(listAdapters, {});
  const streams = useCall(listAdapterStreams, {}, { refetchMs: pollMs });
  const [isCreating, setCreating] = useState(false);
  const all = adapters.data?.adapters ?? [];
  const byAdapter = new Map(streams.data?.streams.map((stream) => [stream.adapterId, stream]));
  const error = adapters.error ?? streams.error;
  return (
    <Page
      title={t.gateway.title}
      subtitle={t.gateway.subtitle}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {t.gateway.newAdapter}
        </Button>
      }
    >
      <Settled>
        {adapters.isPending && <ListSkeleton rows={4} />}
        {error && <ProblemAlert error={error} retry={() => Promise.all([adapters.refetch(), streams.refetch()])} />}
        {adapters.isSuccess && all.length === 0 && (
          <EmptyState icon={IconPlugConnected} title={t.gateway.none} text={t.gateway.noneText}>
            <CopyLine
              label={t.common.command}
              text={`curl "${location.origin}/external/events?limit=100" -H "Authorization: Bearer <key>"`}
            />
          </EmptyState>
        )}
        {all.length > 0 && (
          <TableFrame
            label={t.gateway.title}
            minWidth={700}
            headings={[
              { label: t.gateway.adapter },
              { label: t.gateway.channels },
              { label: t.gateway.lastCall },
              { label: t.gateway.backlog, align: 'right' },
              { label: t.gateway.oldest, align: 'right' },
              { label: t.gateway.purge, align: 'right' },
            ]}
          >
            {all.map((adapter) => (
              <AdapterRow key={adapter.adapterId} adapter={adapter} stream={byAdapter.get(adapter.adapterId)} />
            ))}
          </TableFrame>
        )}
        {isCreating && <AdapterDialog onClose={() => setCreating(false)} />}
      </Settled>
    </Page>
  );
}
