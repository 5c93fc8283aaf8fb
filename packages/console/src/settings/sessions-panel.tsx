import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { endAllSessions, endSession, listSessions, type OpenSession } from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../i18n/language.tsx';
import { sessionKey } from '../session/query-client.ts';
import { useCall } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { browserName } from './browser-name.ts';
import { useSessionTexts } from './session-texts.ts';

/** The user's own sessions. Each session except the current one has a button that ends it. Another button ends all sessions. */
export function SessionsPanel() {
  const sessionTexts = useSessionTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const sessions = useCall(listSessions, {});
  const [isEndingAll, setEndingAll] = useState(false);
  const end = useChange(
    (api, sessionId: string) => api.call(endSession, { params: { sessionId } }),
    () => sessionTexts.ended,
  );
  const endAll = useChange(
    (api) => api.call(endAllSessions, {}),
    () => {
      queryClient.clear();
      queryClient.setQueryData(sessionKey, null);
      void navigate({ to: '/sign-in' });
      return undefined;
    },
  );
  return (
    <Stack mt="xl">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h5">
            {sessionTexts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {sessionTexts.text}
          </Text>
        </div>
        <Button variant="default" onClick={() => setEndingAll(true)}>
          {sessionTexts.endAll}
        </Button>
      </Group>
      {sessions.isPending && <ListSkeleton rows={2} />}
      {sessions.isError && <ProblemAlert error={sessions.error} retry={sessions.refetch} />}
      {sessions.data && (
        <TableFrame
          label={sessionTexts.title}
          minWidth={560}
          actions={120}
          headings={[{ label: sessionTexts.device }, { label: sessionTexts.address }, { label: sessionTexts.lastUsed }]}
        >
          {sessions.data.sessions.map((session) => (
            <SessionRow key={session.sessionId} session={session} onEnd={() => end.mutate(session.sessionId)} />
          ))}
        </TableFrame>
      )}
      {isEndingAll && (
        <ConfirmDialog
          title={sessionTexts.endAll}
          text={sessionTexts.endAllText}
          confirm={sessionTexts.endAll}
          loading={endAll.isPending}
          onConfirm={() => endAll.mutate(undefined)}
          onClose={() => setEndingAll(false)}
        />
      )}
    </Stack>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const sessionTexts = useSessionTexts();
  const formats = useFormats();
  const name = browserName(session.userAgent) ?? sessionTexts.unknown;
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{session.address ?? sessionTexts.unknown}</Table.Td>
      <Table.Td>{formats.ago(session.lastUsed)}</Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {session.isCurrent ? (
            <Badge>{sessionTexts.current}</Badge>
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={sessionTexts.endOne(name)}
              onClick={onEnd}
            >
              {sessionTexts.end}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
