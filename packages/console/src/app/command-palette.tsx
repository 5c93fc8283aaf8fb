import { useDebouncedValue } from '@mantine/hooks';
import { spotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { listAssets, listAttributes, listProducts } from '@pimento/contract';
import { IconPackage, IconPhoto, IconSearch, IconTag } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { assetPath } from '../assets/asset-search.ts';
import { useChannelActions } from '../channels/use-channel-actions.tsx';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useCall } from '../session/use-call.ts';
import { useDestinations } from './navigation.tsx';

export const togglePalette = spotlight.toggle;

const includes = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

/** Ctrl-K: products by id and name, attributes, and every place to go to. */
export function CommandPalette() {
  const t = useMessages();
  const navigate = useNavigate();
  const { clientId } = useWork();
  const [query, setQuery] = useState('');
  const [settled] = useDebouncedValue(query.trim(), 200);
  const isWanted = settled !== '' && clientId !== '';
  const products = useCall(
    listProducts,
    { query: { text: settled, limit: 8, fields: ['__NAME'] } },
    { enabled: isWanted },
  );
  const assets = useCall(listAssets, { query: { text: settled.slice(0, 255), limit: 5 } }, { enabled: isWanted });
  const attributes = useCall(listAttributes, {}, { enabled: isWanted, staleMs: 60_000 });

  const channelActions = useChannelActions(settled, isWanted);

  const found = isWanted ? (products.data?.products ?? []) : [];
  const productActions = found.map(({ productId, product }): SpotlightActionData => ({
    id: `product ${productId}`,
    label: product.__NAME ?? productId,
    description: productId,
    leftSection: <IconPackage size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/products/$productId', params: { productId } }),
  }));
  const attributeActions = (attributes.data?.attributes ?? [])
    .filter(({ name, id }) => isWanted && (includes(name, settled) || includes(id, settled)))
    .slice(0, 6)
    .map(({ path, name }): SpotlightActionData => ({
      id: `attribute ${path}`,
      label: name,
      description: path,
      leftSection: <IconTag size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/attributes', hash: path }),
    }));
  const assetActions = (isWanted ? (assets.data?.assets ?? []) : []).map(({ id, name }): SpotlightActionData => ({
    id: `asset ${id}`,
    label: name,
    description: id,
    leftSection: <IconPhoto size={18} aria-hidden />,
    onClick: () => void navigate({ to: assetPath(id) }),
  }));
  const places = useDestinations()
    .filter(({ label }) => includes(label, query.trim()))
    .map(({ to, label, icon: Icon }): SpotlightActionData => ({
      id: `place ${to}`,
      label,
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to }),
    }));
  const groups: SpotlightActionGroupData[] = [
    { group: t.nav.products, actions: productActions },
    { group: t.nav.attributes, actions: attributeActions },
    { group: t.assets.title, actions: assetActions },
    { group: t.channels.title, actions: channelActions },
    { group: t.palette.go, actions: places },
  ].filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      // everything here is found already; the palette's own filter would only take away
      filter={(_query, actions) => actions}
      nothingFound={products.isFetching ? t.common.loading : t.palette.nothing}
      highlightQuery
      attributes={{ content: { 'aria-label': t.palette.open } }}
      shortcut={null}
      maxHeight={420}
      scrollable
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t.palette.placeholder,
        'aria-label': t.palette.open,
      }}
    />
  );
}
