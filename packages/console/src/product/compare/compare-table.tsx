import { ActionIcon, Anchor, Button, Text, Tooltip } from '@mantine/core';
import { visibleText } from '@pimento/contract/text';
import type { Product } from '@pimento/contract';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, memo, useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { PlainValue } from '../plain/plain-value.tsx';
import { isSameValue } from '../values/same-value.ts';
import type { CompareGroup, CompareLine } from './compare-lines.ts';
import { useCompareTexts } from './compare-texts.ts';
import classes from './compare.module.css';

/** The number of lines that are rendered at first, and that each "show more" adds. 300 lines of 4 products take about 100 ms. */
const step = 300;

/** The values of products side by side. Differences from the first product are marked. */
export function CompareTable(props: {
  products: readonly Product[];
  groups: readonly CompareGroup[];
  onlyDifferences: boolean;
  onRemove: CompareRemoval;
}) {
  const { products, groups, onlyDifferences, onRemove } = props;
  const texts = useCompareTexts();
  const formats = useFormats();
  const [limit, setLimit] = useState(step);
  const shown = groups
    .map((group) => ({ ...group, lines: group.lines.filter((line) => !onlyDifferences || line.isDifferent) }))
    .filter(({ lines }) => lines.length > 0);
  const count = shown.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = limit;
  return (
    <>
      {/* the table can be scrolled with the keyboard */}
      <div className={classes.frame} tabIndex={0} role="group" aria-label={texts.table}>
        <div role="table" aria-label={texts.table} className={classes.table} style={columnsOf(products.length)}>
          <HeadRow products={products} onRemove={onRemove} />
          {shown.map(({ id, label, lines }) => {
            const part = lines.slice(0, left);
            left = Math.max(0, left - lines.length);
            return (
              part.length > 0 && (
                <div key={id} role="rowgroup" aria-label={label}>
                  <div className={classes.group} role="presentation">
                    <span>{label}</span>
                  </div>
                  {part.map((line) => (
                    <LineRow key={line.key} line={line} />
                  ))}
                </div>
              )
            );
          })}
        </div>
      </div>
      {count === 0 && products.length > 1 && <Text c="dimmed">{texts.same}</Text>}
      {count > limit && (
        <Button variant="default" style={{ alignSelf: 'center' }} onClick={() => setLimit(limit + step)}>
          {texts.more(formats.number(Math.min(step, count - limit)))}
        </Button>
      )}
    </>
  );
}

/** Sets the number of columns for the style sheet. */
const columnsOf = (products: number) => ({ '--products': products }) as CSSProperties; // React's type lacks custom properties

type CompareRemoval = (productId: string, button: Element) => void;

function HeadRow({ products, onRemove }: { products: readonly Product[]; onRemove: CompareRemoval }) {
  const texts = useCompareTexts();
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.row}>
        <div role="columnheader" className={classes.name}>
          {texts.attribute}
        </div>
        {products.map(({ __ID: id, __NAME: name }) => (
          <div key={id} role="columnheader" className={classes.product}>
            <div className={classes.productName}>
              <Anchor
                component={Link}
                to={`/products/${encodeURIComponent(id)}`}
                size="sm"
                fw={600}
                lineClamp={3}
                title={name ?? visibleText(id)}
              >
                {name ?? visibleText(id)}
              </Anchor>
              {name !== undefined && (
                <Text size="xs" c="dimmed" lineClamp={2} title={visibleText(id)}>
                  {visibleText(id)}
                </Text>
              )}
            </div>
            <Tooltip label={texts.remove(name ?? id)} withArrow>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={texts.remove(name ?? id)}
                onClick={({ currentTarget }) => onRemove(id, currentTarget)}
              >
                <IconX size={14} />
              </ActionIcon>
            </Tooltip>
          </div>
        ))}
      </div>
    </div>
  );
}

const levelStyle = (level: number) => ({ '--level': level }) as CSSProperties; // React's type lacks custom properties

const LineRow = memo(function LineRow({ line }: { line: CompareLine }) {
  const texts = useCompareTexts();
  const { kind, level, label, position, values, isDifferent } = line;
  return (
    <div role="row" className={classes.row} data-kind={kind} data-different={isDifferent || undefined}>
      <div role="rowheader" className={classes.name} style={levelStyle(level)}>
        <span>{label ?? texts.row(position)}</span>
        {isDifferent && (
          <span role="img" aria-label={texts.differs} className={classes.sign}>
            ≠
          </span>
        )}
      </div>
      {values.map((value, at) => (
        <div
          key={at}
          role="cell"
          className={classes.cell}
          data-different={(kind === 'value' && at > 0 && !isSameValue(value, values[0])) || undefined}
        >
          <LineValue line={line} value={value} />
        </div>
      ))}
    </div>
  );
});

/** The cell of one product. For a composite, it shows the number of rows. For a row, it is empty unless the product lacks the row. */
function LineValue({ line, value }: { line: CompareLine; value: unknown }) {
  const texts = useCompareTexts();
  if (line.kind === 'value') return <PlainValue value={value} definition={line.definition} />;
  if (line.kind === 'row')
    return value === undefined ? (
      <Text c="dimmed" size="xs">
        {texts.noRow}
      </Text>
    ) : null;
  return (
    <Text c="dimmed" size="xs">
      {texts.rows(Array.isArray(value) ? value.length : 0)}
    </Text>
  );
}
