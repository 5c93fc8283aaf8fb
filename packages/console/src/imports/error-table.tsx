import { visibleText } from '@pimento/contract/text';
import { Anchor, Code, Paper, Stack, Table, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { attributeOfPath } from './error-path.ts';
import layout from '../ui/layout.module.css';
import { ItemProblemText } from './item-problem-text.tsx';

type ImportError = ImportReport['errors'][number];
/** @param column letters of the column */
type ColumnLink = (column: string, text: string) => ReactNode;

/**
 * A table of errors with product id and position in the file.
 * @param props.columnLink links a cell of an uploaded file to its column, because the fix may be another attribute for it
 */
export function ErrorTable({ errors, columnLink }: { errors: ImportError[]; columnLink?: ColumnLink | undefined }) {
  const t = useMessages();
  return (
    <Paper withBorder className={layout.frame} tabIndex={0} role="group" aria-label={t.imports.errors}>
      <Table verticalSpacing="xs" miw={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th miw={120}>{t.imports.product}</Table.Th>
            <Table.Th>{t.imports.problem}</Table.Th>
            <Table.Th w="34%">{t.imports.place}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map((error, index) => (
            <ErrorRow key={index} error={error} columnLink={columnLink} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function ErrorRow({ error, columnLink }: { error: ImportError; columnLink: ColumnLink | undefined }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {error.productId === undefined ? (
          '–'
        ) : (
          <Anchor component={Link} to={`/products/${encodeURIComponent(error.productId)}`} size="sm">
            {visibleText(error.productId)}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td>
        <ItemProblemText problem={error} />
        <Text size="xs" c="dimmed">
          {error.code}
        </Text>
      </Table.Td>
      <Table.Td>
        {error.cell ? (
          <ErrorCell error={error} cell={error.cell} columnLink={columnLink} />
        ) : (
          <ErrorPath path={error.path} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** The position in the file, with a link to the attribute, because the error may be in the definition rather than in the file. */
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

/** The cell of the file with its value, with links to the column of the file and to the attribute. */
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
