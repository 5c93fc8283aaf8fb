import { Button, Stack, Text } from '@mantine/core';
import {
  addChannelProducts,
  channelStates,
  type ConnectionView,
  listChannelProducts,
  removeChannelProducts,
} from '@pimento/contract';
import { IconPackages } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { usePages } from '../../session/use-pages.ts';
import { SubmitDialog } from '../../submit/submit-dialog-loader.tsx';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageList } from '../../ui/page-list.tsx';
import { ChannelProductTable } from './channel-product-table.tsx';
import { readChannelSearch, type ProductState } from '../channel-search.ts';
import classes from '../channels.module.css';
import { productTotal } from '../../connections/use-connections.ts';

/** The products of a connection with their states and the reasons, all or those in one state. */
export function ChannelProducts({ channel, state }: { channel: ConnectionView; state: ProductState | undefined }) {
  const t = useMessages();
  const formats = useFormats();
  const navigate = useNavigate();
  const { clientId } = useWork();
  const { channelId, productCounts } = channel;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pages = usePages(
    // the counts are read again and again; where they have changed, so has the list
    callKey(clientId, listChannelProducts, channelId, state, productCounts),
    (api, start, signal) =>
      api.call(listChannelProducts, {
        params: { channelId },
        query: { limit: 100, ...start, ...(state === undefined ? {} : { state: [state] }) },
        signal,
      }),
  );
  const products = pages.data?.pages.flatMap((page) => page.products) ?? [];
  const choose = (value: ProductState | undefined) => {
    setChosen(new Set());
    void navigate({
      to: '/channels/$channelId',
      params: { channelId },
      search: readChannelSearch({ tab: 'products', ...(value === undefined ? {} : { state: value }) }),
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
      <ChipChoice
        value={state}
        all={`${t.channels.allStates} · ${formats.number(productTotal(channel))}`}
        choices={channelStates.map((one) => ({
          value: one,
          label: `${t.states[one]} · ${formats.number(productCounts[one] ?? 0)}`,
          isDisabled: (productCounts[one] ?? 0) === 0,
        }))}
        onChange={choose}
      />
      <ProductTools channelId={channelId} chosen={chosen} onDone={() => setChosen(new Set())} />
      <PageList pages={pages} isEmpty={products.length === 0} emptyText={t.channels.noneInState}>
        <ChannelProductTable products={products} chosen={chosen} onChosen={setChosen} />
      </PageList>
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
