import { Group, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import type { Product } from '@pimento/contract';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { containsText } from '../rows/row-opening.ts';
import { useUnsavedNames } from './product-drafts.tsx';
import { ValueField } from './value-field.tsx';
import { type Field, groupFields } from './value-groups.ts';

/** Minimum length of a text that is searched in values. Shorter texts occur in too many values. */
const minLetters = 2;

/** A product's values by group. Shows empty values only on request. */
export function ProductValues(props: { productId: string; product: Product; structure: Structure }) {
  const { productId, product, structure } = props;
  const t = useMessages();
  // the URL of a link to an attribute of the product has the attribute's name after the "#"
  const { hash } = useLocation();
  const [query, setQuery] = useState(hash);
  const [showsEmpty, setShowsEmpty] = useState(false);
  const searched = query.trim().toLowerCase();
  // deferred, so that a typed letter appears before the values are searched
  const searchedValues = useDeferredValue(searched.length < minLetters ? '' : searched);
  const unsaved = useUnsavedNames();
  // Fields with unsaved input stay visible, regardless of the search and of changes to the stored values.
  const isShown = ({ name, label, value }: Field) =>
    unsaved.has(name) ||
    (searched === ''
      ? showsEmpty || value !== undefined
      : `${name} ${label}`.toLowerCase().includes(searched) ||
        (searchedValues !== '' && containsText(value, searchedValues)));
  const groups = groupFields(t, product, structure)
    .map((group) => ({ ...group, fields: group.fields.filter(isShown) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <Stack gap="md">
      <Group gap="md">
        <TextInput
          flex={1}
          miw={200}
          aria-label={t.product.find}
          placeholder={t.product.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        />
        <Switch
          label={t.product.showEmpty}
          checked={showsEmpty}
          onChange={({ currentTarget }) => setShowsEmpty(currentTarget.checked)}
        />
      </Group>
      {groups.length === 0 && (
        <Text c="dimmed" size="sm">
          {t.product.nothingFound}
        </Text>
      )}
      {groups.map(({ id, label, fields }) => (
        <section key={id} aria-label={label}>
          <Title order={2} size="h5" mb={8}>
            {label}
          </Title>
          {/* `clip` instead of `hidden`, because the buttons of an edited table stick to the bottom of the window */}
          <Paper withBorder style={{ overflow: 'clip' }}>
            {fields.map((field) => (
              <ValueField
                key={field.name}
                productId={productId}
                structure={structure}
                searched={searchedValues}
                {...field}
              />
            ))}
          </Paper>
        </section>
      ))}
    </Stack>
  );
}
