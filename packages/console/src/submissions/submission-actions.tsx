import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { cancelSubmission, resubmitFailed, type SubmissionDetail } from '@pimento/contract/wire';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { canCancel, failedCount } from './submission-state.ts';

/** The buttons that cancel a submission or resubmit its failed products, each with a confirmation. */
export function SubmissionActions({ submission }: { submission: SubmissionDetail }) {
  const t = useMessages();
  const formats = useFormats();
  const [asked, setAsked] = useState<'cancel' | 'resubmit'>();
  const close = () => setAsked(undefined);
  const cancel = useCancel(submission, close);
  const resubmit = useResubmit(submission, close);
  const failed = failedCount(submission);
  const count = formats.number(failed);
  const again =
    submission.operation === 'withdraw'
      ? { title: t.submissions.withdrawAgain, text: t.submissions.withdrawAgainText(count), send: t.channels.withdraw }
      : { title: t.submissions.again, text: t.submissions.againText(count), send: t.submit.send };
  const [change, title, text, confirm] =
    asked === 'resubmit'
      ? [resubmit, `${again.title}?`, again.text, again.send]
      : [cancel, t.submissions.cancelTitle, t.submissions.cancelText, t.submissions.cancel];
  return (
    <>
      {canCancel(submission) && (
        <Button variant="default" onClick={() => setAsked('cancel')}>
          {t.submissions.cancel}
        </Button>
      )}
      {failed > 0 && <Button onClick={() => setAsked('resubmit')}>{again.title}</Button>}
      <Modal
        opened={asked !== undefined}
        onClose={close}
        title={title}
        closeButtonProps={{ 'aria-label': t.common.close }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={close}>
              {t.common.close}
            </Button>
            <Button loading={change.isPending} onClick={() => change.mutate()}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function useCancel({ submissionId }: SubmissionDetail, onDone: () => void) {
  const t = useMessages();
  return useChange(
    (api, _input: void) => api.call(cancelSubmission, { params: { submissionId } }),
    () => {
      onDone();
      return t.submissions.taken;
    },
  );
}

function useResubmit({ submissionId, operation }: SubmissionDetail, onDone: () => void) {
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  return useChange(
    (api, _input: void) => api.call(resubmitFailed, { params: { submissionId }, body: {} }),
    (answer) => {
      onDone();
      if (answer.submissionId === null) return t.submit.nothing;
      void navigate({ to: '/submissions/$submissionId', params: { submissionId: answer.submissionId } });
      const count = formats.number(answer.submitted);
      return operation === 'withdraw' ? t.channels.withdrawn(count) : t.submit.done(count);
    },
  );
}
