import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listProducts } from '@pimento/contract/wire';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { moreOption } from '../../ui/fields/more-option.ts';

const shown = 20;
const restMs = 200;

export interface PickedProduct {
  productId: string;
  name: string | null;
  exists: boolean;
}

/** Finds a product by id or name. Also accepts the id of a product that does not exist yet. */
export function ProductPicker(props: {
  label: string;
  placeholder: string;
  /** Ids that the user cannot choose. */
  without: ReadonlySet<string>;
  onPick: (product: PickedProduct) => void;
}) {
  const { label, placeholder, without, onPick } = props;
  const t = useMessages();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), restMs);
  const found = useCall(
    listProducts,
    { query: { text: asked.slice(0, 255), limit: shown, fields: ['__NAME'] } },
    { enabled: asked !== '' },
  );
  const named = useCall(
    listProducts,
    { query: { productId: [asked], limit: 1, fields: ['__NAME'] } },
    { enabled: asked !== '' },
  );
  const isSettled = asked !== '' && asked === text.trim() && found.isSuccess && named.isSuccess;
  const products = new Map(
    [...(named.data?.products ?? []), ...(found.data?.products ?? [])].map(({ productId, product }) => [
      productId,
      product.__NAME ?? null,
    ]),
  );
  const options = isSettled
    ? [...products]
        .filter(([productId]) => !without.has(productId))
        .map(([productId, name]) => ({ value: productId, label: name === null ? productId : `${name} (${productId})` }))
    : [];
  const more =
    isSettled && found.data.hasMore ? [{ value: moreOption, label: t.common.moreOnTyping, disabled: true }] : [];
  const isNew = isSettled && !products.has(asked) && !without.has(asked);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={[...options, ...more, ...(isNew ? [{ value: asked, label: t.product.addUnresolved(asked) }] : [])]}
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={null}
      onChange={(productId) => {
        if (productId === null) return;
        onPick({ productId, name: products.get(productId) ?? null, exists: products.has(productId) });
        setText('');
      }}
      nothingFoundMessage={isSettled ? t.product.notPickable : undefined}
      rightSection={asked !== '' && !isSettled ? <Loader size={14} /> : undefined}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
