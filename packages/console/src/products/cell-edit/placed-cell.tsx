import { Text } from '@mantine/core';
import { getProduct, type ProductRecord } from '@pimento/contract/wire';
import { useCall } from '../../session/use-call.ts';
import type { Structure } from '../../session/structure.ts';
import type { Column } from '../grid/product-columns.ts';
import { CellLine } from './active-cell.tsx';
import { CellEditor, type NextCell } from './cell-editor.tsx';
import { cellStyle, type GridParts } from './cell-place.ts';
import { definitionOf, inputWidth } from './editable-columns.ts';

/**
 * The input over the cell of one product. If the product is no longer in the list, the input stays where it was and shows the name and id
 * of the product, and the product is fetched separately.
 */
export function PlacedCell(props: {
  /** The product when the input was opened. */
  record: ProductRecord;
  row: number;
  column: Column;
  columns: readonly Column[];
  parts: GridParts;
  products: readonly ProductRecord[];
  structure: Structure;
  onMove: (row: number, to: NextCell) => void;
  onClose: () => void;
}) {
  const { record, row, column, columns, parts, products, structure, onMove, onClose } = props;
  const { productId } = record;
  const at = products.findIndex((product) => product.productId === productId);
  const isListed = at >= 0;
  const fetched = useCall(getProduct, { params: { productId } }, { enabled: !isListed });
  const current = products[at] ?? fetched.data ?? record;
  const definition = definitionOf(column, structure);
  const place = isListed ? at : row;
  return (
    <CellLine parts={parts} row={place} columns={columns}>
      <div role="gridcell" style={cellStyle(columns, parts, column.key, inputWidth(column, definition))}>
        <CellEditor
          record={current}
          stored={parts.valueOf(current.product, column.names)}
          column={column}
          definition={definition}
          structure={structure}
          heading={
            isListed ? undefined : (
              <Text size="xs" c="dimmed" px={4}>
                {[parts.valueOf(current.product, ['__NAME']), productId].filter(Boolean).join(' · ')}
              </Text>
            )
          }
          onMove={(to) => onMove(place, to)}
          onClose={onClose}
        />
      </div>
    </CellLine>
  );
}
