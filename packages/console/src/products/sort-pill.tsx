import { Pill } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { definitionAt, labelOf } from '../product-query/attribute-lineage.ts';
import { useSortTexts } from './grid/sort-texts.ts';
import type { ProductList } from './use-product-list.ts';

/** The sort order of a list, with a button that removes it, because no visible column shows the order. */
export function SortPill(props: {
  list: ProductList;
  /** Called to move the focus, because the pressed button disappears. */
  onRemoved: () => void;
}) {
  const { sort, structure, change } = props.list;
  const t = useMessages();
  const texts = useSortTexts();
  const { field, isDescending } = sort;
  const definition = definitionAt(structure, [field]);
  const reserved = field === '__UPDATED' ? t.fields.updated : t.reserved[field];
  const name = definition ? labelOf(structure, definition) : (reserved ?? field);
  return (
    <Pill
      withRemoveButton
      removeButtonProps={{ 'aria-label': texts.remove, 'aria-hidden': false, tabIndex: 0 }}
      onRemove={() => {
        change({ sort: undefined });
        props.onRemoved();
      }}
    >
      {texts.sortedBy(name, isDescending)}
    </Pill>
  );
}
