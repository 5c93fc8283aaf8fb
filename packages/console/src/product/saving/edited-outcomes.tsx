import { Badge } from '@mantine/core';
import type { EditedOutcome } from '@pimento/contract';
import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';

interface Edited {
  outcomes: readonly EditedOutcome[];
  /** The time at which the edit was stored. */
  at: string;
}

const keyOf = (clientId: string, productId: string) => ['edited', clientId, productId];

/** Stores the outcomes that a product has after an edit, so that its page can show them. */
export function keepOutcomes(
  queryClient: QueryClient,
  clientId: string,
  productId: string,
  { readiness, finishedAt }: { readiness?: readonly EditedOutcome[] | undefined; finishedAt: string | null },
): void {
  if (readiness === undefined || finishedAt === null) return;
  queryClient.setQueryData<Edited>(keyOf(clientId, productId), { outcomes: readiness, at: finishedAt });
}

const colors = { ready: 'green', incomplete: 'orange', invalid: 'red', unmapped: 'gray', checking: 'gray' } as const;

/**
 * The product's outcomes on channels, as returned by the last edit on this page. Renders nothing if the product has changed since that
 * edit.
 */
export function EditedOutcomes({ productId, updated }: { productId: string; updated: string }) {
  const t = useMessages();
  const { clientId } = useWork();
  const { data } = useQuery<Edited>({ queryKey: keyOf(clientId, productId), queryFn: skipToken });
  if (data === undefined || Date.parse(updated) > Date.parse(data.at)) return null;
  return data.outcomes.map((one) => (
    <Badge key={one.channelId} variant="light" tt="none" color={colors[one.outcome]}>
      {t.outcomes.on(one.channelName, t.outcomes[one.outcome], t.outcomes.lacks(one.missing, one.errors))}
    </Badge>
  ));
}
