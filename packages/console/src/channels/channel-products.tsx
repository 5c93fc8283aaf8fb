import { Button, Chip, Group, Stack, Text } from '@mantine/core';
import {
  addChannelProducts,
  channelStates,
  type ConnectionView,
  listChannelProducts,
  removeChannelProducts,
} from '@pimento/contract';
import { IconPackages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { useChange } from '../session/use-change.ts';
import { SubmitDialog } from '../submissions/submit-dialog-loader.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { ChannelProductTable } from './channel-product-table.tsx';
import { readChannelSearch, type ProductState } from './channel-search.ts';
import classes from './channels.module.css';
import { productTotal } from './use-connections.ts';

/** The products of a connection with their states and the reasons, all or those in one state. */
export function ChannelProducts({ channel, state }: { channel: ConnectionView; state: ProductState | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  const { api, clientId } = useWork();
  const { channelId, productCounts } = channel;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pages = useInfiniteQuery({
    // the counts are read again and again; where they have changed, so has the list
    queryKey: callKey(clientId, listChannelProducts, channelId, state, productCounts),
    queryFn: ({ pageParam, signal }) =>
      api.call(listChannelProducts, {
        params: { channelId },
        query: {
          limit: 100,
          ...(state === undefined ? {} : { state: [state] }),
          ...(pageParam === null ? {} : { startingAfter: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the first
    getNextPageParam: (page) => page.next,
    placeholderData: (before) => before,
  });
  const products = pages.data?.pages.flatMap((page) => page.products) ?? [];
  const choose = (value: string) => {
    setChosen(new Set());
    void navigate({
      to: '/channels/$channelId',
      params: { channelId },
      search: readChannelSearch({ tab: 'products', state: value }),
      replace: true,
    });
  };
  if (productTotal(channel) === 0)
    return (
      <EmptyState icon={IconPackages} title={t.products.none} text={t.channels.noProducts}>
        <Button component={Link} to="/products">
          {t.products.title}
        </Button>
      </EmptyState>
    );
  return (
    <Stack gap="sm">
      <Chip.Group value={state ?? ''} onChange={choose}>
        <Group gap="xs">
          <Chip value="" size="xs" variant="light">
            {t.channels.allStates} · {formats.number(productTotal(channel))}
          </Chip>
          {channelStates.map((one) => (
            <Chip key={one} value={one} size="xs" variant="light" disabled={(productCounts[one] ?? 0) === 0}>
              {t.states[one]} · {formats.number(productCounts[one] ?? 0)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <ProductTools channelId={channelId} chosen={chosen} onDone={() => setChosen(new Set())} />
      {pages.isPending && <ListSkeleton rows={5} />}
      {pages.isError && <ProblemAlert error={pages.error} retry={pages.refetch} />}
      {pages.isSuccess && products.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.channels.noneInState}
        </Text>
      )}
      {products.length > 0 && <ChannelProductTable products={products} chosen={chosen} onChosen={setChosen} />}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t.common.showMore}
        </Button>
      )}
    </Stack>
  );
}

/** What can be done with chosen products. */
function ProductTools(props: { channelId: string; chosen: ReadonlySet<string>; onDone: () => void }) {
  const { channelId, chosen, onDone } = props;
  const t = useMessages();
  const formats = useFormats();
  const [submitting, setSubmitting] = useState(false);
  const productIds = [...chosen];
  const remove = useChange(
    (api, _input: void) => api.call(removeChannelProducts, { params: { channelId }, body: { productIds } }),
    ({ removed }) => {
      onDone();
      return t.channels.takenOff(formats.number(removed));
    },
  );
  const mark = useChange(
    (api, _input: void) =>
      api.call(addChannelProducts, { params: { channelId }, body: { productIds, state: 'Ready' } }),
    ({ changed }) => {
      onDone();
      return t.channels.markedReady(formats.number(changed));
    },
  );
  if (chosen.size === 0) return null;
  return (
    <div className={classes.tools} role="region" aria-label={t.products.selection}>
      <Text size="sm" fw={600} className="number" aria-live="polite">
        {t.products.selected(formats.number(chosen.size))}
      </Text>
      <Button size="compact-sm" onClick={() => setSubmitting(true)}>
        {t.submit.open}
      </Button>
      <Button size="compact-sm" variant="default" loading={mark.isPending} onClick={() => mark.mutate()}>
        {t.channels.markReady}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t.channels.takeOff}
      </Button>
      {submitting && (
        <SubmitDialog
          choice={{ kind: 'some', ids: chosen }}
          count={chosen.size}
          channelId={channelId}
          onSent={onDone}
          onClose={() => setSubmitting(false)}
        />
      )}
    </div>
  );
}
