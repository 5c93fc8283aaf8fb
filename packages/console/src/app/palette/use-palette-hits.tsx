import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { listAssets, listAttributes, listProducts } from '@pimento/contract/wire';
import { IconPackage, IconPackages, IconPhoto, IconTag } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { assetPath } from '../../assets/record/asset-name.ts';
import { useChannelActions } from '../../channels/use-channel-actions.tsx';
import { useConnections } from '../../connections/use-connections.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { searchedText, shownName } from '../../session/labels/definition-label.ts';
import { useWork } from '../../session/session.tsx';
import { useCall } from '../../session/use-call.ts';
import { useGtinProducts } from './use-gtin-products.ts';
import { useDestinations } from '../navigation/destinations.ts';
import { usePaletteTexts } from './palette-texts.ts';
import { usePaletteCommands } from './use-palette-commands.tsx';

const includes = (text: string, query: string) => text.toLowerCase().includes(query.toLowerCase());

export interface PaletteHits {
  groups: SpotlightActionGroupData[];
  /** True while some results are still being fetched. */
  isLoading: boolean;
  error: Error | null;
}

/**
 * Finds the products, attributes, assets, channels, screens and commands that match the search text. Returns all screens
 * and the frequent commands if the text is empty.
 */
export function usePaletteHits(text: string): PaletteHits {
  const t = useMessages();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { clientId } = useWork();
  const texts = usePaletteTexts();
  const isWanted = text !== '' && clientId !== '';
  const products = useCall(
    listProducts,
    { query: { text, limit: 8, fields: ['__NAME'] } },
    { enabled: isWanted, staleMs: 2000 },
  );
  const byGtin = useGtinProducts(text);
  const assets = useCall(listAssets, { query: { text: text.slice(0, 255), limit: 5 } }, { enabled: isWanted });
  const attributes = useCall(listAttributes, {}, { enabled: isWanted, staleMs: 60_000 });
  const channels = useConnections(isWanted);
  const channelActions = useChannelActions(text, isWanted);

  const found = isWanted ? [...(byGtin.data ?? []), ...(products.data?.products ?? [])] : [];
  const productActions = [...new Map(found.map((record) => [record.productId, record])).values()].map(
    ({ productId, product }): SpotlightActionData => ({
      id: `product ${productId}`,
      label: product.__NAME ?? productId,
      description: productId,
      leftSection: <IconPackage size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/products/$productId', params: { productId } }),
    }),
  );
  const attributeActions = (attributes.data?.attributes ?? [])
    .filter((one) => isWanted && includes(searchedText(one), text))
    .slice(0, 6)
    .map(({ path, ...one }): SpotlightActionData => ({
      id: `attribute ${path}`,
      label: shownName(one, language),
      description: path,
      leftSection: <IconTag size={18} aria-hidden />,
      onClick: () => void navigate({ to: '/attributes', hash: encodeURIComponent(path) }),
    }));
  const assetActions = (isWanted ? (assets.data?.assets ?? []) : []).map(({ id, name }): SpotlightActionData => ({
    id: `asset ${id}`,
    label: name,
    description: id,
    leftSection: <IconPhoto size={18} aria-hidden />,
    onClick: () => void navigate({ to: assetPath(id) }),
  }));
  const screens = useDestinations()
    .filter(({ label }) => includes(label, text))
    .map(({ to, label, icon: Icon }): SpotlightActionData => ({
      id: `screen ${to}`,
      label,
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => void navigate({ to }),
    }));
  const commands = usePaletteCommands(text);
  const hasMore = isWanted && products.data?.hasMore === true;
  const all: SpotlightActionData = {
    id: 'all-products',
    label: texts.all(text),
    leftSection: <IconPackages size={18} aria-hidden />,
    onClick: () => void navigate({ to: '/products', search: { text } }),
  };
  const sources = [products, byGtin, assets, attributes, channels];
  return {
    groups: [
      { group: t.nav.products, actions: hasMore ? [...productActions, all] : productActions },
      { group: t.nav.attributes, actions: attributeActions },
      { group: t.assets.title, actions: assetActions },
      { group: t.channels.title, actions: channelActions },
      { group: t.palette.go, actions: screens },
      { group: texts.commands, actions: commands },
    ].filter(({ actions }) => actions.length > 0),
    isLoading: sources.some((source) => source.isLoading),
    error: sources.find((source) => source.isError)?.error ?? null,
  };
}
