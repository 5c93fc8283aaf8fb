import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import type { Structure } from '../../session/structure.ts';
import { labelOf, pathOf } from '../../product-query/attribute-lineage.ts';
import { FilterButton } from './filter-button.tsx';
import { conditionText } from '../../product-query/product-search.ts';
import { valueHint } from './value-hint.ts';

type Operator = '=' | '~' | '!' | '*';

interface ConditionWish {
  structure: Structure;
  onAdd: (condition: string) => void;
}

/** A form that adds a condition for an attribute. */
export function ConditionPopover({ structure, onAdd }: ConditionWish) {
  const t = useMessages();
  const [opened, setOpened] = useState(true);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <FilterButton onClick={() => setOpened((open) => !open)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t.products.filter}>
        <ConditionForm
          structure={structure}
          onAdd={(condition) => {
            onAdd(condition);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ConditionForm({ structure, onAdd }: ConditionWish) {
  const t = useMessages();
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
  const definition = structure.all.find((one) => one.path === path);
  const hint = operator === '=' ? valueHint(t, definition, text) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path === null) return;
    onAdd(conditionText(pathOf(structure, path), operator, text));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <LongSelect
          label={t.products.attribute}
          data={choices}
          value={path}
          onChange={setPath}
          comboboxProps={{ withinPortal: false }}
          autoFocus
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
            error={hint}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <Button type="submit" disabled={path === null || (needsText && text === '')}>
          {t.products.addFilter}
        </Button>
      </Stack>
    </form>
  );
}
