import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { isSilent, useAdapterCall } from '../connections/adapter-call.ts';
import { useMessages } from '../i18n/language.tsx';
import { readRecount } from '../product-query/count-differs.ts';
import classes from '../ui/ui.module.css';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { hasTooManyIds, type SubmitChoice } from './submit-choice.ts';
import { SubmitPreview } from './submit-preview.tsx';
import { type SubmitRules, submitsNothing, usualRules } from './submit-rules.ts';
import type { SubmitTarget } from './submit-targets.ts';
import { useSubmitPreview } from './use-submit-preview.ts';

/** Asks for the account and a comment. If there is only one account, it is preselected. */
export function SubmitForm(props: {
  choice: SubmitChoice;
  /** The number of products, or undefined while they are being counted. */
  count: number | undefined;
  targets: SubmitTarget[];
  submit: {
    mutate: (request: { target: SubmitTarget; comment: string; rules: SubmitRules }) => void;
    isPending: boolean;
    error: Error | null;
  };
  /** True while the submit can no longer be cancelled. */
  isSending: boolean;
  comment: string;
  onComment: (comment: string) => void;
  onClose: () => void;
}) {
  const { choice, count, targets, submit, isSending, comment, onComment, onClose } = props;
  const t = useMessages();
  const calls = useAdapterCall();
  const [chosen, setChosen] = useState(targets.length === 1 ? targets[0]?.value : undefined);
  const [rules, setRules] = useState(usualRules);
  const target = targets.find(({ value }) => value === chosen);
  const isTooLarge = hasTooManyIds(choice, count);
  const counts = useSubmitPreview(choice, isTooLarge ? undefined : target);
  const isTooMany = isTooLarge || counts === null;
  const isIdle = counts && submitsNothing(counts, rules, target?.channel.isGated === true);
  const failure = submit.error && !readRecount(submit.error) ? submit.error : undefined;
  const error = failure ?? (isTooMany ? new Error(t.submit.tooMany) : undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (target) submit.mutate({ target, comment, rules });
  };
  return (
    <form onSubmit={send}>
      <Stack>
        <Select
          label={t.submit.where}
          data={targets.map(({ value, label }) => ({ value, label }))}
          value={chosen ?? null}
          onChange={(value) => {
            setChosen(value ?? undefined);
            setRules(usualRules);
          }}
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
          onChange={({ currentTarget }) => onComment(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t.submit.text}
        </Text>
        {target && isSilent(target.channel) && (
          <Text size="sm" role="status">
            {t.channels.silent(target.channel.name)}. {calls.warning(target.channel)}
          </Text>
        )}
        {target && counts && <SubmitPreview counts={counts} target={target} rules={rules} onRules={setRules} />}
        {error && <ProblemAlert error={error} />}
        <Group justify="flex-end" className={classes.dialogActions}>
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={!target || isIdle || isTooMany} loading={submit.isPending}>
            {t.submit.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
