import { Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { Product } from '@pimento/contract';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { use, useDeferredValue, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { searchedText } from '../../session/labels/definition-label.ts';
import { useShowText } from '../../session/labels/use-show-text.ts';
import type { Structure } from '../../session/structure.ts';
import { isOpenRefusal, RefusalsContext } from '../rejection/refusals-context.ts';
import { containsText } from '../rows/row-opening.ts';
import { labelledPaths, type ShownBy, shownInRows } from '../rows/shown-rows.ts';
import { createDraftStore, DraftsProvider } from '../saving/draft-store.ts';
import { SaveBar } from '../saving/save-bar.tsx';
import { SharedSaveProvider, useSharedSave } from '../saving/shared-save.ts';
import saving from '../saving/saving.module.css';
import { searchOfHash } from '../sections/hash-search.ts';
import { SectionNav, sectionId } from '../sections/section-nav.tsx';
import { ValueSection } from '../sections/value-section.tsx';
import { EditAllButton } from './edit-all-button.tsx';
import { fieldsOf, shownEntries } from './language-sets.ts';
import { useIsGone, useUnsavedNames } from './product-drafts.tsx';
import { useFixRequest } from './use-fix-request.ts';
import { useFolding } from './use-folding.ts';
import { type Field, groupFields, storedValue } from './value-groups.ts';
import { ValueList } from './value-list.tsx';

/** Minimum length of a text that is searched in values. Shorter texts occur in too many values. */
const minLetters = 2;

/** A product's values by group. Shows empty values only on request. */
export function ProductValues(props: { productId: string; product: Product; structure: Structure }) {
  const { productId, product, structure } = props;
  const [drafts] = useState(createDraftStore);
  const shared = useSharedSave(productId, drafts);
  const isGone = useIsGone();
  return (
    <DraftsProvider value={drafts}>
      <SharedSaveProvider value={shared}>
        <Stack gap="md" className={saving.fields} data-saved-together>
          <ValueGroups {...props} />
          {!isGone && (
            <SaveBar store={drafts} shared={shared} storedOf={(name) => storedValue(product, structure, name)} />
          )}
        </Stack>
      </SharedSaveProvider>
    </DraftsProvider>
  );
}

function ValueGroups(props: { productId: string; product: Product; structure: Structure }) {
  const { productId, product, structure } = props;
  const t = useMessages();
  const { hash } = useLocation();
  const [query, setQuery] = useState(() => searchOfHash(hash));
  const [showsEmpty, setShowsEmpty] = useState(false);
  const searched = query.trim().toLowerCase();
  // deferred, so that a typed letter appears before the values are searched
  const searchedValues = useDeferredValue(searched.length < minLetters ? '' : searched);
  const show = useShowText();
  const unsaved = useUnsavedNames();
  const refusals = use(RefusalsContext);
  const fix = useFixRequest(structure);
  const { isFolded, canFold, fold } = useFolding(fix);
  const isShownWith = (value: unknown, by: ShownBy) =>
    containsText(shownInRows(value, by), searchedValues) || labelledPaths(value, by, searchedValues).length > 0;
  // Fields with unsaved input stay visible, regardless of the search and of changes to the stored values.
  const isShown = ({ name, label, value, definition }: Field) =>
    unsaved.has(name) ||
    (searched === ''
      ? showsEmpty || value !== undefined || name === fix?.name || refusals.has(name)
      : `${definition ? searchedText(definition) : name.toLowerCase()} ${label.toLowerCase()}`.includes(searched) ||
        (searchedValues !== '' &&
          (containsText(value, searchedValues) || isShownWith(value, { definition, structure, show }))));
  const groups = groupFields(t, product, structure)
    .map((group) => ({ ...group, entries: shownEntries(group.fields, isShown) }))
    .map((group) => ({ ...group, fields: fieldsOf(group.entries) }))
    .filter(({ fields }) => fields.length > 0);
  return (
    <>
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
          action={<EditAllButton section={group.label} fields={group.fields} />}
        >
          <ValueList
            productId={productId}
            structure={structure}
            entries={group.entries}
            searched={searchedValues}
            fix={fix}
          />
        </ValueSection>
      ))}
    </>
  );
}
