import { type ComboboxItem, defaultOptionsFilter, type OptionsFilter, Select } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { moreOption, withMore } from '../ui/fields/more-option.ts';
import type { ColumnTarget } from './draft/draft-types.ts';
import { findOption, type TargetOption, targetKey } from './draft/target-options.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';

const shown = 100;
const ignored = 'ignore';
/** Returns the key of the option for a new attribute. The key of an existing target starts with `[`, so the two cannot be equal. */
const newKey = (name: string) => `new ${name}`;

/** Selects the target of a column: none, a reserved field, an attribute, or a new attribute whose name can be typed. */
export function TargetSelect(props: {
  header: string;
  target: ColumnTarget | null;
  options: readonly TargetOption[];
  disabled: boolean;
  error: boolean;
  onChange: (target: ColumnTarget | null) => void;
}) {
  const { header, target, options, disabled, error, onChange } = props;
  const t = useMessages();
  const texts = useWizardTexts();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const isKnown = target !== null && findOption(target, options) !== undefined;
  const newName = target === null || isKnown ? undefined : target.path.join(' › ');
  const value = target === null ? ignored : isKnown ? targetKey(target) : newKey(newName ?? '');
  const first: ComboboxItem[] = [
    { value: ignored, label: texts.ignore },
    ...[...new Set([newName, header])].flatMap((name) => newItem(name, options, texts.create)),
  ];
  // Rendering 2,000 options for each of 100 columns would be slow, so a closed list contains only its selected option.
  const listed = isOpen ? options : options.filter((option) => targetKey(option.target) === value);
  const items = [...first, ...listed.map((option) => ({ value: targetKey(option.target), label: option.label }))];
  const isLabel = items.some(({ label }) => label === search);
  const typed = isOpen && !isLabel ? newItem(search.trim(), options, texts.create) : [];
  const data = [...items, ...typed.filter((item) => items.every((other) => other.value !== item.value))];
  const filter: OptionsFilter = ({ options: all, search: text }) => {
    const found = defaultOptionsFilter({ options: all, search: text, limit: Infinity });
    return withMore(found, shown, t.common.moreToFind) as ReturnType<OptionsFilter>; // the options of this select have string values
  };
  const choose = (next: string | null) => {
    if (next === null || next === moreOption) return;
    if (next === ignored) return onChange(null);
    const option = options.find((one) => targetKey(one.target) === next);
    onChange(option?.target ?? { kind: 'value', path: [next.slice(newKey('').length)] });
  };
  return (
    <Select
      aria-label={texts.targetOf(header)}
      searchable
      allowDeselect={false}
      disabled={disabled}
      error={error}
      value={value}
      data={data}
      filter={filter}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onChange={choose}
    />
  );
}

/** Returns the option for a new attribute, or an empty list if the name is empty, reserved, or already used by an attribute. */
function newItem(
  name: string | undefined,
  options: readonly TargetOption[],
  create: (name: string) => string,
): ComboboxItem[] {
  if (name === undefined || name === '' || name.startsWith('__')) return [];
  const isTaken = options.some(
    ({ target, label }) => label === name || (target.path.length === 1 && target.path[0] === name),
  );
  return isTaken ? [] : [{ value: newKey(name), label: create(name) }];
}
