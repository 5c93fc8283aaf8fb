import { Switch } from '@mantine/core';
import { type ConnectionView, type ReadyWhen, updateConnection } from '@pimento/contract/wire';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** A switch that determines whether products become Ready automatically or only when a person marks them. */
export function ReadyWhenSwitch({ channel }: { channel: ConnectionView }) {
  const { channelId, readyWhen } = channel;
  const t = useReadinessTexts();
  const { canWrite } = useWork();
  const change = useChange(
    (api, next: ReadyWhen) =>
      api.call(updateConnection, {
        params: { channelId },
        body: { readyWhen: next, ...(readyWhen === undefined ? {} : { expected: { readyWhen } }) },
      }),
    (_, next) => t.readyWhenSaved[next],
  );
  if (readyWhen === undefined) return null;
  const shown = change.isPending ? change.variables : readyWhen;
  return (
    <Switch
      mt="md"
      label={t.readyWhen}
      description={t.readyWhenHint}
      disabled={!canWrite}
      checked={shown === 'valid'}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked ? 'valid' : 'marked')}
    />
  );
}
