import { visibleText } from '@pimento/contract/text';
import { Skeleton } from '@mantine/core';
import type { ProductRecord } from '@pimento/contract';
import { memo } from 'react';
import { AssetThumbnail } from '../../assets/record/asset-thumbnail.tsx';
import assets from '../../assets/assets.module.css';
import { useFormats } from '../../i18n/language.tsx';
import { useShowText } from '../../session/labels/use-show-text.ts';
import { shownValue } from '../../session/labels/value-text.ts';
import { useWork } from '../../session/session.tsx';
import { CellValue } from './cell-value.tsx';
import { categoryColumn, type Column, dateColumn, pictureColumn, pictureOf, valueUnder } from './product-columns.ts';
import classes from './product-grid.module.css';

export const markWidth = 44;

/** Returns the left offset in pixels at which a pinned column sticks, or undefined for other columns. */
export function stickyLeft(columns: readonly Column[], index: number): number | undefined {
  if (!columns[index]?.pinned) return undefined;
  return columns.slice(0, index).reduce((sum, { width }) => sum + width, markWidth);
}

/**
 * The cells of a row. Memoized, because rendering the cells of forty rows takes most of the time that a key press takes. The cells do not
 * depend on which rows are active or selected.
 */
export const RowCells = memo(function RowCells(props: { record: ProductRecord | undefined; columns: Column[] }) {
  const { record, columns } = props;
  const formats = useFormats();
  const show = useShowText();
  const linked = record && linkedColumn(columns, record);
  return (
    <>
      {columns.map((column, index) => (
        <div
          key={column.key}
          role="gridcell"
          className={classes.cell}
          data-pinned={column.pinned || undefined}
          data-id={column.key === '__ID' || undefined}
          data-name={column.key === nameColumn || undefined}
          data-label={column.label}
          data-picture={column.key === pictureColumn || undefined}
          data-number={column.isNumber || undefined}
          data-path={column.key === categoryColumn || undefined}
          style={{ width: column.width, left: stickyLeft(columns, index) }}
        >
          {!record ? (
            <Skeleton height={10} width="60%" />
          ) : column.key === dateColumn ? (
            <span className="number">{formats.moment(record.updated)}</span>
          ) : column.key === pictureColumn ? (
            <PictureCell assetId={pictureOf(record.product, column.names)} />
          ) : column.isAsset ? (
            <AssetCell value={valueUnder(record.product, column.names)} />
          ) : column.key === linked ? (
            <RowLink record={record} isName={column.key === nameColumn} />
          ) : (
            <CellValue
              value={
                column.key === '__ID'
                  ? visibleText(record.productId)
                  : column.shownBy
                    ? shownValue(valueUnder(record.product, column.names), column.shownBy, show)
                    : valueUnder(record.product, column.names)
              }
              isPath={column.key === categoryColumn}
            />
          )}
        </div>
      ))}
    </>
  );
});

const nameColumn = '__NAME';

/**
 * Returns the key of the column that contains the link to the product. This is the name column, or the id column if the product has no name
 * or the name column is hidden.
 */
function linkedColumn(columns: readonly Column[], { product }: ProductRecord): string {
  const hasName = (product.__NAME ?? '') !== '' && columns.some(({ key }) => key === nameColumn);
  return hasName ? nameColumn : '__ID';
}

/**
 * Uses a plain link, because forty links of the router would take longer to render than everything else in the rows. The row handles a
 * plain click. The browser handles new tabs and copies of the address. The Tab key skips the link, because Enter opens the active row.
 */
function RowLink({ record: { productId, product }, isName }: { record: ProductRecord; isName: boolean }) {
  const { clientId } = useWork();
  const text = isName ? (product.__NAME ?? '') : visibleText(productId);
  return (
    <a
      href={`/products/${encodeURIComponent(productId)}?client=${encodeURIComponent(clientId)}`}
      className={classes.rowLink}
      title={text}
      tabIndex={-1}
      draggable={false}
    >
      {text}
    </a>
  );
}

/** The maximum number of pictures in a cell. More would leave no space for the text in a column of the default width. */
const maxPictures = 3;

/** The assets of an attribute: their pictures, and their ids as text. */
function AssetCell({ value }: { value: unknown }) {
  const ids: unknown[] = Array.isArray(value) ? value : [value];
  return (
    <span className={classes.assets}>
      {ids.slice(0, maxPictures).map((id, at) => typeof id === 'string' && <PictureCell key={at} assetId={id} />)}
      <CellValue value={value} />
    </span>
  );
}

function PictureCell({ assetId }: { assetId: string }) {
  if (assetId === '') return null;
  return (
    <span className={assets.cell}>
      <AssetThumbnail assetId={assetId} size="small" alt="" iconSize={16} />
    </span>
  );
}
