import { useMessages } from '../../i18n/language.tsx';
import { useSortTexts } from './sort-texts.ts';
import type { Sort } from './column-sort.ts';
import type { Column } from './product-columns.ts';
import classes from './product-grid.module.css';

const valueOf = ({ field, isDescending }: Sort): string => `${isDescending ? '-' : ''}${field}`;

/**
 * Sorts the list on a phone, where rows are cards and columns have no headers. Uses the select of the browser, which shows all orders in
 * one list.
 * @param onOrder called with the value of the parameter `sort`
 */
export function PhoneSort(props: { columns: readonly Column[]; sort: Sort; onOrder: (sort: string) => void }) {
  const { columns, sort, onOrder } = props;
  const t = useMessages();
  const texts = useSortTexts();
  const fields = columns.flatMap(({ sortField, label }) => (sortField === undefined ? [] : [{ sortField, label }]));
  const isListed = fields.some(({ sortField }) => sortField === sort.field);
  return (
    <select
      className={classes.phoneSort}
      aria-label={texts.order}
      value={valueOf(sort)}
      onChange={({ currentTarget }) => onOrder(currentTarget.value)}
      // stops the event, because the grid also handles these keys
      onKeyDown={(event) => event.stopPropagation()}
    >
      {!isListed && (
        <option value={valueOf(sort)}>{texts.by(t.reserved[sort.field] ?? sort.field, sort.isDescending)}</option>
      )}
      {fields.flatMap(({ sortField, label }) =>
        [false, true].map((isDescending) => (
          <option key={`${isDescending} ${sortField}`} value={valueOf({ field: sortField, isDescending })}>
            {texts.by(label, isDescending)}
          </option>
        )),
      )}
    </select>
  );
}
