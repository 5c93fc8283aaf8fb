import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ComponentProps, Suspense, useState } from 'react';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { ListNotices } from './list-notices.tsx';
import { ProductArea } from './product-area.tsx';
import { ProductPreview } from './product-preview-loader.ts';
import classes from './product-preview.module.css';

const CategoryPanel = lazyPart(async () => (await import('./categories/category-panel.tsx')).CategoryPanel);

/** The preview skips rows that are active for less than this time. A held key repeats about every 33 ms. */
const quickMs = 120;

/** The list with the tree of categories before it and the preview after it. */
export function ListSplit(
  props: Omit<ComponentProps<typeof ProductArea>, 'isPreviewing' | 'onPreview'> & {
    isTreeOpen: boolean;
    onTreeClose: () => void;
  },
) {
  const { isTreeOpen, onTreeClose, ...area } = props;
  const { list, active, gridRef } = area;
  const { search, structure, products } = list;
  const [isPreviewing, setPreviewing] = useState(false);
  // The preview shows a newly active row immediately. While keys are pressed quickly, it skips the rows in between and shows only the last
  // one, so that the grid stays responsive.
  const [previewed] = useDebouncedValue(products[active], quickMs, { leading: true });
  const closePreview = () => {
    setPreviewing(false);
    gridRef.current?.focus();
  };
  return (
    <div className={classes.split}>
      {isTreeOpen && (
        <Suspense>
          <CategoryPanel search={search} onChange={list.change} onClose={onTreeClose} />
        </Suspense>
      )}
      <Stack gap="sm" flex={1} miw={0} mih={0}>
        <ListNotices list={list} />
        {products.length > 0 && <ProductArea {...area} isPreviewing={isPreviewing} onPreview={setPreviewing} />}
      </Stack>
      {products.length > 0 && isPreviewing && previewed && (
        <Suspense>
          <ProductPreview listed={previewed} structure={structure} onClose={closePreview} />
        </Suspense>
      )}
    </div>
  );
}
