import { Box, Button, Modal, Skeleton } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnections } from '../connections/use-connections.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { RecountAlert } from '../product-query/recount-alert.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import type { SubmitChoice } from './submit-choice.ts';
import { SubmitForm } from './submit-form.tsx';
import { SubmitOutcome } from './submit-outcome.tsx';
import { submitTargets } from './submit-targets.ts';
import { useSubmit } from './use-submit.ts';

/** Asks for an account, submits products to it, and lists skipped products. */
export function SubmitDialog(props: {
  choice: SubmitChoice;
  /** The number of products, or undefined while they are being counted. */
  count: number | undefined;
  /** Offers only accounts of this channel. */
  channelId?: string;
  onSent?: () => void;
  onClose: () => void;
}) {
  const { choice, count, channelId, onSent, onClose } = props;
  const t = useMessages();
  const formats = useFormats();
  const channels = useConnections();
  const { submit, isSending, shown } = useSubmit({ choice, count, onSent });
  const [comment, setComment] = useState('');
  const mayLeave = useUnsaved(comment.trim() !== '' && !submit.isSuccess, () => comment);
  const close = () => {
    if (!isSending && mayLeave()) onClose();
  };
  const targets = submitTargets(channels.data ?? [], channelId);
  return (
    <Modal
      opened
      onClose={close}
      title={t.submit.title(shown.count === undefined ? '…' : formats.number(shown.count))}
      size="lg"
      closeOnClickOutside={!submit.isPending}
      closeButtonProps={{ 'aria-label': t.common.close, disabled: isSending }}
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
      {shown.before !== undefined && shown.count !== undefined && !submit.isSuccess && (
        <Box mb="md">
          <RecountAlert before={shown.before} now={shown.count} />
        </Box>
      )}
      {targets.length > 0 && !submit.isSuccess && (
        <SubmitForm
          choice={choice}
          count={shown.count}
          targets={targets}
          submit={submit}
          isSending={isSending}
          comment={comment}
          onComment={setComment}
          onClose={close}
        />
      )}
      {submit.isSuccess && <SubmitOutcome answer={submit.data} onClose={onClose} />}
    </Modal>
  );
}
