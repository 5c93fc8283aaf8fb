import { Text } from '@mantine/core';
import { use } from 'react';
import { RefusalsContext } from './refusals-context.ts';
import { useRejectionTexts } from './rejection-texts.ts';

/** What channels reported about a field, below its value. Renders nothing if they reported nothing. */
export function FieldRefusals({ name, className }: { name: string; className?: string | undefined }) {
  const texts = useRejectionTexts();
  const refusals = use(RefusalsContext).get(name);
  if (refusals === undefined) return null;
  return (
    <div className={className}>
      {refusals.map(({ channelName, message, changedSince }, index) => (
        <Text key={index} size="xs" c={changedSince ? 'dimmed' : 'red'} mt={2}>
          {channelName}: {message}
          {changedSince && ` (${texts.changed})`}
        </Text>
      ))}
    </div>
  );
}
