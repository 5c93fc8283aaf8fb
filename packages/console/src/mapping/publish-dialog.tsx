import { Alert, Stack, Text, Textarea } from '@mantine/core';
import { type MappingCheck, publishMapping } from '@pimento/contract/wire';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormats } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { FailedAction } from '../ui/failed-action.tsx';
import { DialogActions, FormDialog } from '../ui/dialog.tsx';
import type { MappingWork } from './draft/use-mapping.ts';
import { useMappingTexts } from './texts/mapping-texts.ts';
import { needsConfirmation } from './trial/needs-confirmation.ts';
import { PublishEffects } from './trial/publish-effects.tsx';
import { useTrial } from './trial/use-trial.ts';

const shownNames = 20;

/** Asks for confirmation before the draft becomes a version, and lists the changes. */
export function PublishDialog(props: {
  work: MappingWork;
  check: MappingCheck;
  /** Paths of the changed targets. */
  changed: readonly string[];
  /** True if the client is connected to the channel. Only then are its products evaluated. */
  isConnected: boolean;
  onClose: () => void;
}) {
  const { work, check, changed, isConnected, onClose } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const [comment, setComment] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const { channelId, stored, tree } = work;
  const trial = useTrial(channelId, { showsFailure: true });
  const startTrial = useEffectEvent(trial.start);
  useEffect(() => {
    if (isConnected) startTrial();
  }, [isConnected]);
  const publication = useChange(
    (api, _input: void) =>
      api.call(publishMapping, {
        params: { channelId },
        body: {
          expectedRevision: stored.revision,
          ...(check.standardVersion === null ? {} : { expectedStandardVersion: check.standardVersion }),
          ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        },
      }),
    ({ version }) => {
      onClose();
      return t.publish.done(formats.number(version));
    },
    { showsFailure: true },
  );
  const names = (all: readonly string[]) =>
    `${all.slice(0, shownNames).join(', ')}${all.length > shownNames ? ' …' : ''}`;
  return (
    <FormDialog action={publication} title={t.publish.title} onClose={onClose} locked={comment !== ''}>
      <Stack>
        <Text size="sm">{t.publish.text}</Text>
        {changed.length > 0 && (
          <Text size="sm">
            {t.publish.changes(names(changed.map((path) => tree.byPath.get(path)?.target.name ?? path)))}
          </Text>
        )}
        {check.unmappedRequired.length > 0 && (
          <Alert color="orange" variant="light">
            {t.publish.unmapped(names(check.unmappedRequired.map(({ name }) => name)))}
          </Alert>
        )}
        {isConnected && <PublishEffects state={trial} isConfirmed={isConfirmed} onConfirm={setConfirmed} />}
        <Textarea
          label={t.publish.comment}
          maxLength={1000}
          autosize
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <FailedAction error={publication.error} />
        <DialogActions
          onClose={onClose}
          submit={t.bar.publish}
          loading={publication.isPending}
          disabled={isConnected && needsConfirmation(trial.trial) && !isConfirmed}
          onSubmit={() => publication.mutate()}
        />
      </Stack>
    </FormDialog>
  );
}
