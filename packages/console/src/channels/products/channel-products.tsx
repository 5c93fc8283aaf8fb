import { Button, Group, Stack } from '@mantine/core';
import { channelStates, type ConnectionView, listChannelProducts } from '@pimento/contract/wire';
import { IconPackages } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { productTotal } from '../../connections/use-connections.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey } from '../../session/use-call.ts';
import { usePages } from '../../session/use-pages.ts';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageList } from '../../ui/page-list.tsx';
import { useReadinessTexts } from '../../readiness/texts/readiness-texts.ts';
import { without } from '../../ui/search-texts.ts';
import { ChannelProductTable } from './channel-product-table.tsx';
import { type ProductState, readChannelSearch } from '../channel-search.ts';
import { type EvaluationFilter, EvaluationFilters } from './evaluation-filters.tsx';
import { ProductTools } from './product-tools.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** The products of a connection with their states and reasons, optionally filtered by state, readiness and problem. */
export function ChannelProducts(props: {
  channel: ConnectionView;
  state: ProductState | undefined;
  filter: EvaluationFilter;
}) {
  const { channel, state, filter } = props;
  const { outcome, target, code } = filter;
  const t = useMessages();
  const readiness = useReadinessTexts();
  const formats = useFormats();
  const navigate = useNavigate();
  const { clientId } = useWork();
  const { channelId, productCounts } = channel;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pages = usePages(
    // Only the counts are polled. The list is fetched again when the counts change.
    callKey(clientId, listChannelProducts, channelId, state, outcome, target, code, productCounts),
    (api, start, signal) =>
      api.call(listChannelProducts, {
        params: { channelId },
        query: {
          limit: 100,
          ...start,
          ...(state === undefined ? {} : { state: [state] }),
          ...without<EvaluationFilter>({ outcome, target, code }),
        },
        signal,
      }),
  );
  const products = pages.data?.pages.flatMap((page) => page.products) ?? [];
  const show = (next: EvaluationFilter & { state?: ProductState | undefined }) => {
    setSelected(new Set());
    void navigate({
      to: '/channels/$channelId',
      params: { channelId },
      search: readChannelSearch({ tab: 'products', ...next }),
      replace: true,
    });
  };
  if (productTotal(channel) === 0) return <NoProducts />;
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
        onChange={(next) => show({ outcome, target, code, state: next })}
      />
      {channel.standardVersion !== undefined && (
        <EvaluationFilters
          channelId={channelId}
          standardVersion={channel.standardVersion}
          filter={filter}
          onFilter={(next) => show({ ...next, state })}
        />
      )}
      <ProductTools channel={channel} selected={selected} onDone={() => setSelected(new Set())} />
      <DeletedTools channel={channel} />
      <PageList
        pages={pages}
        isEmpty={products.length === 0}
        emptyText={(outcome ?? target ?? code) ? readiness.noProducts : t.channels.noneInState}
      >
        <ChannelProductTable
          products={products}
          hasStandard={channel.standardVersion !== undefined}
          selected={selected}
          onSelect={setSelected}
        />
      </PageList>
    </Stack>
  );
}

/** The button that withdraws all deleted products. It is shown to editors and owners if the channel can withdraw. */
function DeletedTools({ channel }: { channel: ConnectionView }) {
  const t = useMessages();
  const { canWrite } = useWork();
  const [isOpen, setOpen] = useState(false);
  if (!canWrite || !channel.capabilities.includes('withdraw')) return null;
  return (
    <Group>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        {t.channels.withdrawDeleted}
      </Button>
      {isOpen && (
        <WithdrawDialog
          channel={channel}
          productIds={undefined}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  );
}

function NoProducts() {
  const t = useMessages();
  return (
    <EmptyState icon={IconPackages} title={t.products.none} text={t.channels.noProducts}>
      <Button component={Link} to="/products">
        {t.products.title}
      </Button>
    </EmptyState>
  );
}
