import { Badge, Loader } from '@mantine/core';
import type { Account } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import type { Messages } from '../i18n/en.ts';
import { CountBadge } from '../ui/counts/count-badge.tsx';
import { stateTone } from './state-tones.ts';

/** The state of a product on a channel, or its result in a submission. */
export function StateBadge({ state }: { state: keyof Messages['states'] }) {
  const t = useMessages();
  return <CountBadge label={t.states[state]} tone={stateTone(state)} />;
}

const accountColors = { Authenticating: 'blue', Connected: 'green', Failed: 'red' } as const;

/** The state of an account, preceded by the account's name if one is given. */
export function AccountBadge({ state, name }: { state: Account['state']; name?: string }) {
  const t = useMessages();
  return (
    <Badge
      color={accountColors[state]}
      leftSection={state === 'Authenticating' ? <Loader size={10} color="blue" aria-hidden /> : undefined}
    >
      {name === undefined ? '' : `${name}: `}
      {t.channels.accountStates[state]}
    </Badge>
  );
}
