import { Box, Button, Group, Modal, Select, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { type ConnectionView, type SubmitAnswer, submitProducts } from '@pimento/contract';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { isSilent, useAdapterCall } from '../connections/adapter-call.ts';
import { useConnections } from '../connections/use-connections.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { readRecount } from '../products/selection/count-differs.ts';
import { RecountAlert } from '../products/selection/recount-alert.tsx';
import { useWork } from '../session/session.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { choiceBody, type SubmitChoice } from './submit-choice.ts';
import { SubmitOutcome } from './submit-outcome.tsx';

interface Target {
  value: string;
  label: string;
  channel: ConnectionView;
  accountId: string;
}

/** The connected accounts, by channel. */
const targetsOf = (channels: readonly ConnectionView[]): Target[] =>
  channels.flatMap((channel) =>
    channel.accounts
      .filter(({ state }) => state === 'Connected')
      .map(({ accountId, name }) => ({
        value: `${channel.channelId} ${accountId}`,
        label: `${channel.name} · ${name}`,
        channel,
        accountId,
      })),
  );

/** Asks where products are to go, sends them, and tells what was passed over. */
export function SubmitDialog(props: {
  choice: SubmitChoice;
  /** Undefined while it is being counted. */
  count: number | undefined;
  /** Only accounts of this channel. */
  channelId?: string;
  onSent?: () => void;
  onClose: () => void;
}) {
  const { choice, count, channelId, onSent, onClose } = props;
  const t = useMessages();
  const formats = useFormats();
  const { api, clientId } = useWork();
  const queryClient = useQueryClient();
  const channels = useConnections();
  // what is shown stays as it was when the selection behind it is cleared
  const [seen, setSeen] = useState({ count, before: undefined as number | undefined }); // none before the first
  const title = t.submit.title(seen.count === undefined ? '…' : formats.number(seen.count));
  const send = useMutation({
    mutationFn: async (wish: { target: Target; comment: string }): Promise<SubmitAnswer> => {
      const body = await choiceBody(api, choice, seen.count);
      if (!body) throw new Error(t.submit.tooMany);
      const { target, comment } = wish;
      return api.call(submitProducts, {
        params: { channelId: target.channel.channelId },
        body: { ...body, accountId: target.accountId, comment: comment.trim() === '' ? null : comment.trim() },
      });
    },
    onSuccess: (answer) => {
      if (answer.submissionId !== null) onSent?.();
      return queryClient.invalidateQueries({ queryKey: [clientId] });
    },
    onError(error) {
      const recount = readRecount(error);
      if (!recount) return undefined;
      setSeen({ count: recount.count, before: seen.count });
      return queryClient.invalidateQueries({ queryKey: [clientId] });
    },
  });
  const targets = targetsOf(channels.data ?? []).filter(
    ({ channel }) => channelId === undefined || channel.channelId === channelId,
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={!send.isPending}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      {channels.isPending && <Skeleton height={160} />}
      {channels.isError && <ProblemAlert error={channels.error} retry={channels.refetch} />}
      {channels.isSuccess && targets.length === 0 && (
        <EmptyState icon={IconPlugConnected} title={t.submit.noAccount} text={t.submit.noAccountText}>
          <Button component={Link} to="/channels">
            {t.submit.toChannels}
          </Button>
        </EmptyState>
      )}
      {seen.before !== undefined && seen.count !== undefined && !send.isSuccess && (
        <Box mb="md">
          <RecountAlert before={seen.before} now={seen.count} />
        </Box>
      )}
      {targets.length > 0 && !send.isSuccess && <SubmitForm targets={targets} send={send} onClose={onClose} />}
      {send.isSuccess && <SubmitOutcome answer={send.data} onClose={onClose} />}
    </Modal>
  );
}

function SubmitForm(props: {
  targets: Target[];
  send: { mutate: (wish: { target: Target; comment: string }) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}) {
  const { targets, send, onClose } = props;
  const t = useMessages();
  const calls = useAdapterCall();
  const [chosen, setChosen] = useState(targets.length === 1 ? targets[0]?.value : undefined);
  const [comment, setComment] = useState('');
  const target = targets.find(({ value }) => value === chosen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (target) send.mutate({ target, comment });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Select
          label={t.submit.where}
          data={targets.map(({ value, label }) => ({ value, label }))}
          value={chosen ?? null}
          onChange={(value) => setChosen(value ?? undefined)}
          allowDeselect={false}
          data-autofocus
        />
        <Textarea
          label={t.submit.comment}
          description={t.submit.commentHint}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={10_000}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t.submit.text}
        </Text>
        {target && isSilent(target.channel) && (
          <Text size="sm" role="status">
            {t.channels.silent(target.channel.name)}. {calls.warning(target.channel)}
          </Text>
        )}
        {send.error && !readRecount(send.error) && <ProblemAlert error={send.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={!target} loading={send.isPending}>
            {t.submit.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
