import { Autocomplete, Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listProducts } from '@pimento/contract/wire';
import { useState } from 'react';
import { useCall } from '../../session/use-call.ts';
import { keepListKeys } from './list-keys.ts';
import { useReferenceTexts } from './reference-texts.ts';
import classes from './plain.module.css';

const shown = 20;
/** Maximum length of the search text in a request. Longer texts are cut. */
const maxText = 255;
const restMs = 200;

/** Finds products by id, name and other identifiers, and also the product with exactly this id. */
function useFoundProducts(text: string, isSearching: boolean) {
  const [asked] = useDebouncedValue(text.trim(), restMs);
  const found = useCall(
    listProducts,
    { query: { text: asked.slice(0, maxText), limit: shown, fields: ['__NAME'] } },
    { enabled: asked !== '' && isSearching },
  );
  const named = useCall(
    listProducts,
    { query: { productId: [asked], limit: 1, fields: ['__NAME'] } },
    { enabled: asked !== '' },
  );
  const records = isSearching ? [...(named.data?.products ?? []), ...(found.data?.products ?? [])] : [];
  return {
    names: new Map(records.map(({ productId, product }) => [productId, product.__NAME ?? ''])),
    isPending: asked !== text.trim() || (asked !== '' && (named.isPending || (isSearching && found.isPending))),
    /** The product with this id; undefined if there is none, and null until it is known. */
    exact: named.isSuccess && asked === text.trim() ? named.data.products[0] : null,
  };
}

/** An input for the id of a product. Suggests products by name or id. Accepts an unknown id, because its product can be imported later. */
export function ReferenceInput(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus: boolean;
  size: 'xs' | 'sm';
}) {
  const { label, value, onChange, autoFocus, size } = props;
  const texts = useReferenceTexts();
  // an unchanged id is not searched, so that the list does not cover the page as soon as the edit begins
  const [isSearching, setSearching] = useState(false);
  const { names, isPending, exact } = useFoundProducts(value, isSearching);
  return (
    <div onKeyDown={keepListKeys}>
      <Autocomplete
        aria-label={label}
        placeholder={texts.find}
        size={size}
        autoFocus={autoFocus}
        data-one-line
        data={[...names.keys()]}
        filter={({ options }) => options}
        openOnFocus={false}
        value={value}
        onChange={(next) => {
          setSearching(true);
          onChange(next);
        }}
        renderOption={({ option }) => (
          <span className={classes.found}>
            <span>{names.get(option.value) === '' ? option.value : names.get(option.value)}</span>
            <small>{option.value}</small>
          </span>
        )}
        rightSection={isPending && value !== '' ? <Loader size={14} /> : undefined}
      />
      {size === 'sm' && value !== '' && (
        <Text size="xs" c="dimmed" mt={4} mih={18} role="status">
          {isPending || exact === null || (exact === undefined && names.size > 0)
            ? null
            : exact === undefined
              ? texts.missing
              : exact.product.__NAME}
        </Text>
      )}
    </div>
  );
}
