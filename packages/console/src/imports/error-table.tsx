import { visibleText } from '@pimento/contract/text';
import { Anchor, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { type ErrorGroup, groupErrors, type ImportError, productCount } from './error-groups.ts';
import { attributeOfPath } from './error-path.ts';
import { ItemProblemText } from './item-problem-text.tsx';

/** Renders a link to a column of the uploaded file. @param column name of the column in spreadsheets, such as AB */
type ColumnLink = (column: string, text: string) => ReactNode;

/** The number of errors that a group shows at first. */
const maxShown = 5;
/**
 * The number of groups that are rendered at first, and added by each click on the button. If each product has a different problem, a file
 * has as many groups as products.
 */
const groupsAtOnce = 200;

/**
 * Shows errors in one row for each combination of problem, attribute and value, with the affected products.
 * @param props.columnLink renders a link from a cell to its column in the mapping, because choosing a different target for the column may
 * solve the problem
 */
export function ErrorTable({ errors, columnLink }: { errors: ImportError[]; columnLink?: ColumnLink | undefined }) {
  const t = useMessages();
  const [maxGroups, setMaxGroups] = useState(groupsAtOnce);
  const groups = groupErrors(errors);
  return (
    <>
      <TableFrame
        label={t.imports.errors}
        minWidth={560}
        stacks
        headings={[{ label: t.imports.problem, width: '50%' }, { label: t.imports.rejectedProducts }]}
      >
        {groups.slice(0, maxGroups).map((group) => (
          <ErrorRow
            key={`${group.error.index} ${group.error.path} ${group.error.code}`}
            group={group}
            columnLink={columnLink}
          />
        ))}
      </TableFrame>
      {groups.length > maxGroups && (
        <Button variant="default" onClick={() => setMaxGroups((before) => before + groupsAtOnce)}>
          {t.common.showMore}
        </Button>
      )}
    </>
  );
}

function ErrorRow({ group, columnLink }: { group: ErrorGroup; columnLink: ColumnLink | undefined }) {
  const { error, errors } = group;
  const t = useMessages();
  const formats = useFormats();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? errors : errors.slice(0, maxShown);
  const products = productCount(group);
  return (
    <Table.Tr>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <ItemProblemText problem={error} />
        <Text size="xs" c="dimmed">
          {error.code}
        </Text>
      </Table.Td>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <Stack gap={2} align="flex-start">
          {products > 1 && (
            <Text size="sm" fw={500}>
              {t.imports.errorCount(formats.number(products))}
            </Text>
          )}
          {shown.map((one) => (
            <Group key={`${one.index} ${one.path}`} gap={8}>
              <RejectedProduct error={one} />
              {one.cell ? (
                <ErrorCell error={one} cell={one.cell} columnLink={columnLink} />
              ) : (
                <ErrorPath path={one.path} />
              )}
            </Group>
          ))}
          {errors.length > shown.length && (
            <Button size="compact-xs" variant="subtle" onClick={() => setShowsAll(true)}>
              {t.imports.showAll(formats.number(errors.length))}
            </Button>
          )}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

/** The rejected product. The link opens the input of the attribute that the error is about. */
function RejectedProduct({ error: { productId, path } }: { error: ImportError }) {
  if (productId === undefined) return '–';
  const fix = attributeOfPath(path);
  return (
    <Anchor
      renderRoot={(root) => (
        <Link {...root} to="/products/$productId" params={{ productId }} search={fix === undefined ? {} : { fix }} />
      )}
      size="sm"
      style={{ overflowWrap: 'anywhere' }}
    >
      {visibleText(productId)}
    </Anchor>
  );
}

/** The position of an error in the file. Links to the attribute, if any, because its definition may be wrong. */
function ErrorPath({ path }: { path: string }) {
  const attribute = attributeOfPath(path);
  const code = <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>;
  if (attribute === undefined) return code;
  return (
    <Anchor component={Link} to="/attributes" hash={encodeURIComponent(attribute)} size="sm">
      {code}
    </Anchor>
  );
}

/** The position and value of a cell, with links to its column in the mapping and to the attribute. */
function ErrorCell(props: {
  error: ImportError;
  cell: NonNullable<ImportError['cell']>;
  columnLink: ColumnLink | undefined;
}) {
  const { error, cell, columnLink } = props;
  const t = useMessages();
  const attribute = attributeOfPath(error.path);
  const { sheet, row, column, header, value } = cell;
  const place = t.imports.cell({ sheet, row: String(row), column, header });
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere' }}>
      {columnLink === undefined || column === null ? <Text size="sm">{place}</Text> : columnLink(column, place)}
      {value !== null && <Code style={{ alignSelf: 'flex-start' }}>{visibleText(value)}</Code>}
      {attribute !== undefined && (
        <Anchor component={Link} to="/attributes" hash={encodeURIComponent(attribute)} size="xs">
          {t.imports.attributeOf(attribute)}
        </Anchor>
      )}
    </Stack>
  );
}
