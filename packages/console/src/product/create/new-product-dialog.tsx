import { Anchor, Stack, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Product } from '@pimento/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { useStructure } from '../../session/use-structure.ts';
import { DialogActions, FormDialog } from '../../ui/dialog.tsx';
import { FailedAction } from '../../ui/failed-action.tsx';
import { type CopyChoice, copiedValues } from './copied-values.ts';
import { createProduct, ProductExistsError, productExists } from './create-product.ts';
import { useCreateTexts } from './create-texts.ts';

const checkDelayMs = 300;

/** Returns true if a product with the typed id already exists, or undefined while this is unknown. */
function useExists(productId: string): boolean | undefined {
  const { api, clientId } = useWork();
  const [checked] = useDebouncedValue(productId, checkDelayMs);
  const { data } = useQuery({
    queryKey: [clientId, 'productExists', checked],
    queryFn: ({ signal }) => productExists(api, checked, signal),
    enabled: checked !== '',
    retry: false,
  });
  return checked === productId && checked !== '' ? data : undefined;
}

interface Fields {
  __NAME: string;
  __FAMILY: string;
  __CATEGORY: string;
}

/** Creates a product and opens its page. With `source`, the product is a copy. */
export function NewProductDialog({ source, onClose }: { source?: Product; onClose: () => void }) {
  const t = useMessages();
  const texts = useCreateTexts();
  const navigate = useNavigate();
  const { structure } = useStructure();
  const [id, setId] = useState('');
  const productId = id.trim();
  const [fields, setFields] = useState<Fields>({
    __NAME: source?.__NAME ?? '',
    __FAMILY: source?.__FAMILY ?? '',
    __CATEGORY: source?.__CATEGORY ?? '',
  });
  const [choice, setChoice] = useState<CopyChoice>({ files: true, packaging: true });
  const creation = useChange(
    (api) => createProduct(api, productId, { ...(source && copiedValues(structure, source, choice)), ...fields }),
    texts.created,
    { showsFailure: true },
  );
  const exists = useExists(productId) === true || creation.error instanceof ProductExistsError;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate(undefined, {
      onSuccess: (created) => {
        onClose();
        void navigate({ to: '/products/$productId', params: { productId: created } });
      },
    });
  };
  const field = (key: keyof Fields, label: string) => (
    <TextInput
      label={label}
      value={fields[key]}
      onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, [key]: value }))}
    />
  );
  const title = source ? texts.duplicateTitle(source.__NAME ?? source.__ID) : texts.newProduct;
  return (
    <FormDialog title={title} action={creation} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t.fields.id}
            required
            data-autofocus
            value={id}
            onChange={({ currentTarget: { value } }) => {
              creation.reset();
              setId(value);
            }}
            error={exists && <TakenId productId={productId} onOpen={onClose} />}
          />
          {field('__NAME', t.fields.name)}
          {field('__FAMILY', t.fields.family)}
          {field('__CATEGORY', t.fields.category)}
          {source && (
            <>
              <Choice label={texts.files} value={choice.files} onChange={(files) => setChoice({ ...choice, files })} />
              {'PACKAGING' in source && (
                <Choice
                  label={texts.packaging}
                  value={choice.packaging}
                  onChange={(packaging) => setChoice({ ...choice, packaging })}
                />
              )}
            </>
          )}
          <FailedAction error={creation.error instanceof ProductExistsError ? null : creation.error} />
          <DialogActions
            onClose={onClose}
            submit={texts.create}
            loading={creation.isPending}
            disabled={productId === '' || exists}
          />
        </Stack>
      </form>
    </FormDialog>
  );
}

function TakenId({ productId, onOpen }: { productId: string; onOpen: () => void }) {
  const texts = useCreateTexts();
  return (
    <>
      {texts.exists}{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(root) => <Link {...root} to="/products/$productId" params={{ productId }} onClick={onOpen} />}
      >
        {texts.open}
      </Anchor>
    </>
  );
}

function Choice(props: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <Switch
      label={props.label}
      checked={props.value}
      onChange={({ currentTarget: { checked } }) => props.onChange(checked)}
    />
  );
}
