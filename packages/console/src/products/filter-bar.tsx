import { Button, CloseButton, Group, Pill, Popover, Select, Stack, TextInput } from '@mantine/core';
import type { AttributeDefinition } from '@pimento/contract';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import type { Structure } from '../session/use-structure.ts';
import { conditionText, hasFilter, type ProductSearch, readCondition } from './product-search.ts';

type Operator = '=' | '~' | '!' | '*';

/** Free text, conditions as pills, and a form for one more. */
export function FilterBar(props: {
  search: ProductSearch;
  structure: Structure;
  searchRef: RefObject<HTMLInputElement | null>;
  onChange: (search: Partial<Record<keyof ProductSearch, string | string[] | undefined>>) => void;
  /** On from the search to what it found. */
  onLeave: () => void;
}) {
  const { search, structure, searchRef, onChange } = props;
  const t = useMessages();
  const [text, setText] = useState(search.text ?? '');
  const settle = useDebouncedCallback((next: string) => onChange({ text: next === '' ? undefined : next }), 250);
  // "back" and cleared filters also change the field
  useEffect(() => setText(search.text ?? ''), [search.text]);
  const where = search.where ?? [];
  const nameOf = (path: string) => {
    const ids = path.split('/');
    const definition = structure.all.find(
      (one) =>
        lineage(structure, one)
          .map(({ id }) => id)
          .join('/') === ids.join('/'),
    );
    return definition ? labelOf(structure, definition) : (t.reserved[path] ?? ids.join(' › '));
  };
  return (
    <Group gap="xs">
      <TextInput
        ref={searchRef}
        w={{ base: '100%', xs: 280 }}
        aria-label={t.products.search}
        placeholder={t.products.searchHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          settle(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          props.onLeave();
        }}
        rightSection={
          text !== '' && (
            <CloseButton
              size="sm"
              aria-label={t.common.clear}
              onClick={() => {
                setText('');
                onChange({ text: undefined });
              }}
            />
          )
        }
      />
      <AddCondition structure={structure} onAdd={(condition) => onChange({ where: [...where, condition] })} />
      {(['family', 'category'] as const).map(
        (field) =>
          search[field] !== undefined && (
            <Pill
              key={field}
              withRemoveButton
              size="md"
              removeButtonProps={{ 'aria-label': t.products.removeFilter, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange({ [field]: undefined })}
            >
              {t.fields[field]}: {search[field]}
            </Pill>
          ),
      )}
      {where.map((condition) => {
        const { path, operator, text: wanted } = readCondition(condition);
        return (
          <Pill
            key={condition}
            withRemoveButton
            size="md"
            removeButtonProps={{ 'aria-label': t.products.removeFilter, 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => onChange({ where: where.filter((one) => one !== condition) })}
          >
            {nameOf(path)} {t.operators[operator]} {wanted}
          </Pill>
        );
      })}
      {hasFilter(search) && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange({ text: undefined, family: undefined, category: undefined, where: undefined })}
        >
          {t.products.clearFilters}
        </Button>
      )}
    </Group>
  );
}

function AddCondition({ structure, onAdd }: { structure: Structure; onAdd: (condition: string) => void }) {
  const t = useMessages();
  const [opened, setOpened] = useState(false);
  const [path, setPath] = useState<string | null>(null);
  const [operator, setOperator] = useState<Operator>('=');
  const [text, setText] = useState('');
  const choices = useMemo(
    () => [
      { value: '__FAMILY', label: t.fields.family },
      { value: '__CATEGORY', label: t.fields.category },
      ...structure.all
        .filter(({ type }) => type.id !== 'composite')
        .map((attribute) => ({ value: attribute.path, label: labelOf(structure, attribute) })),
    ],
    [structure, t],
  );
  const needsText = operator === '=' || operator === '~';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path === null) return;
    onAdd(conditionText(pathOf(structure, path), operator, text));
    setOpened(false);
    setText('');
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setOpened((open) => !open)}
        >
          {t.products.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.products.filter}>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Select
              label={t.products.attribute}
              data={choices}
              value={path}
              onChange={setPath}
              searchable
              limit={100}
              comboboxProps={{ withinPortal: false }}
              data-autofocus
            />
            <Select
              label={t.products.condition}
              data={(['=', '~', '*', '!'] as const).map((value) => ({ value, label: t.operatorNames[value] }))}
              value={operator}
              onChange={(next) => setOperator(next ?? '=')}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
            />
            {needsText && (
              <TextInput
                label={t.products.value}
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
            )}
            <Button type="submit" disabled={path === null || (needsText && text === '')}>
              {t.products.addFilter}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A definition with those above it, from the top down. */
function lineage(structure: Structure, definition: AttributeDefinition): AttributeDefinition[] {
  const parent = structure.parentOf(definition);
  return parent ? [...lineage(structure, parent), definition] : [definition];
}

function pathOf(structure: Structure, path: string): string[] {
  const definition = structure.all.find((one) => one.path === path);
  return definition ? lineage(structure, definition).map(({ id }) => id) : [path];
}

const labelOf = (structure: Structure, definition: AttributeDefinition): string =>
  lineage(structure, definition)
    .map(({ name }) => name)
    .join(' › ');
