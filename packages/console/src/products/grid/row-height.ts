import { useMediaQuery } from '@mantine/hooks';
import { currentRowHeight, rowHeights, useDensity } from '../../ui/tables/density.ts';

/** Height of the card of a product on a phone, in pixels; must equal the value in product-grid.module.css. */
const cardHeight = 104;
const phone = '(max-width: 40em)';

/** Returns the height of the rows of the product grid in pixels. On a phone, each row is a card. */
export const gridRowHeight = (): number => (matchMedia(phone).matches ? cardHeight : currentRowHeight());

/** Returns true on a phone, where each row is a card. */
export const useIsPhone = (): boolean => useMediaQuery(phone, false, { getInitialValueInEffect: false });

/** Returns the height of the rows of the product grid in pixels, and renders again when it changes. */
export function useGridRowHeight(): number {
  const density = useDensity();
  const isPhone = useIsPhone();
  return isPhone ? cardHeight : rowHeights[density];
}
