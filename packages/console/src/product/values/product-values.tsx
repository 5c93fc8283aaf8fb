import { Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { Product } from '@pimento/contract';
import { IconSearch } from '@tabler/icons-react';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { use, useDeferredValue, useEffect, useState } from 'react';
import { fieldOf } from '../../connections/field-of.ts';
import { useMessages } from '../../i18n/language.tsx';
import type { Structure } from '../../session/structure.ts';
import { isOpenRefusal, RefusalsContext } from '../rejection/refusals-context.ts';
import { SectionNav, sectionId } from '../sections/section-nav.tsx';
import { ValueSection } from '../sections/value-section.tsx';
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
  const refusals = use(RefusalsContext);
  const fix = useFixRequest(structure);
  const { isFolded, canFold, fold } = useFolding(fix);
  // Fields with unsaved input stay visible, regardless of the search and of changes to the stored values.
  const isShown = ({ name, label, value }: Field) =>
    unsaved.has(name) ||
    (searched === ''
      ? showsEmpty || value !== undefined || name === fix?.name || refusals.has(name)
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
      <SectionNav
        groups={groups}
        isRefused={(name) => isOpenRefusal(refusals, name)}
        onOpen={(index) => {
          const group = groups[index];
          if (group && searched === '' && isFolded(group)) fold(group);
        }}
      />
      {groups.map((group, index) => (
        <ValueSection
          key={group.id}
          id={sectionId(index)}
          label={group.label}
          isFolded={searched === '' && isFolded(group)}
          onFold={searched === '' && canFold(group) ? () => fold(group) : undefined}
        >
          {group.fields.map((field) => (
            <ValueField
              key={field.name}
              productId={productId}
              structure={structure}
              searched={searchedValues}
              fix={field.name === fix?.name ? fix : undefined}
              {...field}
            />
          ))}
        </ValueSection>
      ))}
    </Stack>
  );
}

interface FieldGroup {
  id: string;
  fields: readonly Field[];
}

/**
 * Remembers which groups are folded, also on the pages of other products. A group with unsaved input stays open, and so does the group of the
 * field that a link asks for, until the user folds it.
 */
function useFolding(fix: { name: string } | undefined) {
  const unsaved = useUnsavedNames();
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'pimento.folded-sections',
    defaultValue: [],
    getInitialValueInEffect: false, // otherwise folded sections would be shown for a moment
  });
  /** The request whose group was folded since. */
  const [released, setReleased] = useState<object>();
  const isKept = ({ name }: Field) => unsaved.has(name) || (name === fix?.name && fix !== released);
  const isFolded = ({ id, fields }: FieldGroup) => folded.includes(id) && !fields.some(isKept);
  return {
    isFolded,
    canFold: ({ fields }: FieldGroup) => !fields.some(({ name }) => unsaved.has(name)),
    fold: (group: FieldGroup) => {
      const { id, fields } = group;
      const isOpening = isFolded(group);
      setFolded((before) => [...before.filter((one) => one !== id), ...(isOpening ? [] : [id])]);
      if (fields.some(({ name }) => name === fix?.name)) setReleased(fix);
    },
  };
}

/**
 * Returns the field that a link asks to open, as a new object for each link. The request is removed from the URL, so that a reload and "back"
 * do not open the input again.
 */
function useFixRequest(structure: Structure): { name: string } | undefined {
  const { fix } = useSearch({ from: '/shell/products/$productId' });
  const navigate = useNavigate();
  const [request, setRequest] = useState<{ name: string }>();
  useEffect(() => {
    if (fix === undefined) return;
    setRequest({ name: fieldOf(structure, fix) ?? fix });
    void navigate({
      to: '.',
      search: ({ fix: _fix, ...others }) => others,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true, // the page stays, so that no input is lost
    });
  }, [fix, structure, navigate]);
  return request;
}
