import { CloseButton, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { conditionText } from '../../product-query/condition-text.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import classes from './category-panel.module.css';
import { visibleRows } from './category-rows.ts';
import { CategoryTree } from './category-tree.tsx';
import { chosenCategory, otherConditions, useCategoryLevels } from './use-category-levels.ts';

/** The tree of categories beside the list. Choosing a category restricts the list to that category and its descendants. */
export function CategoryPanel(props: {
  search: ProductSearch;
  onChange: (change: { where: string[] | undefined; category: undefined }) => void;
  onClose: () => void;
}) {
  const { search, onChange, onClose } = props;
  const t = useMessages();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const { levels, isExact, isPending, error } = useCategoryLevels(search, expanded);
  const chosen = chosenCategory(search);
  const choose = (path: string) => {
    const others = otherConditions(search);
    const where = path === chosen ? others : [...others, conditionText(['__CATEGORY'], '^=', path)];
    onChange({ where: where.length === 0 ? undefined : where, category: undefined });
  };
  const expand = (path: string, isExpanded: boolean) =>
    setExpanded((before) => {
      const after = new Set(before);
      if (isExpanded) after.add(path);
      else after.delete(path);
      return after;
    });
  const rows = visibleRows(levels, expanded);
  return (
    <section className={classes.panel} aria-label={t.products.categories}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <Text size="sm" fw={600}>
          {t.products.categories}
        </Text>
        <CloseButton size="sm" aria-label={t.products.hideCategories} onClick={onClose} />
      </Group>
      {error && <ProblemAlert error={error} />}
      {isPending && error === null && <Loader size="xs" m="sm" />}
      {!isPending && rows.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {t.products.noCategories}
        </Text>
      )}
      {rows.length > 0 && (
        <CategoryTree rows={rows} chosen={chosen} isExact={isExact} onChoose={choose} onExpand={expand} />
      )}
    </section>
  );
}
