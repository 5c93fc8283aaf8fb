import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import type { FileCell, FilePreview } from '@pimento/contract';
import { columnLetters } from '@pimento/files/browser';
import { useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { textOfProblem } from '../ui/problem-text.ts';
import layout from '../ui/layout.module.css';
import { type CellMarks, cellName } from './cell-marks.ts';
import type { DraftColumn } from './draft/draft-types.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';
import classes from './wizard.module.css';

const firstRows = 6;
const listedProblems = 8;

/** The first rows of the file, unconverted. Cells with problems are marked. @param props.shown maximum number of columns */
export function SampleTable(props: {
  rows: FilePreview['rows'];
  columns: readonly DraftColumn[];
  marks: CellMarks;
  shown: number;
}) {
  const { rows, columns, marks, shown } = props;
  const t = useMessages();
  const texts = useWizardTexts();
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const listed = isWhole ? rows : rows.slice(0, firstRows);
  const inRows = marks.all.filter(({ cell }) => rows.some(({ row }) => row === cell?.row));
  const nameOf = (cell: FileCell) => (cell.column === null ? `${texts.row} ${cell.row}` : cellName(cell));
  if (rows.length === 0) return null;
  return (
    <Paper withBorder component="section" aria-label={texts.rows}>
      <Stack gap="xs" p="md">
        <Group gap="xs" align="baseline">
          <Title order={2} size="h4">
            {texts.rows}
          </Title>
          {inRows.length > 0 && (
            <Text size="sm" className={classes.bad}>
              {texts.cellProblems(formats.number(inRows.length))}
            </Text>
          )}
        </Group>
        <ul className={classes.samples}>
          {inRows.slice(0, listedProblems).map((problem, at) => (
            <li key={at} style={{ whiteSpace: 'normal' }}>
              <b>{problem.cell && nameOf(problem.cell)}</b>: {textOfProblem(t, problem)}
            </li>
          ))}
        </ul>
      </Stack>
      <div className={layout.frame} tabIndex={0} role="group" aria-label={texts.rows}>
        <Table className={classes.rows} verticalSpacing={4} miw={400}>
          <SampleHead columns={columns.slice(0, shown)} />
          <Table.Tbody>
            {listed.map((row) => (
              <SampleRow key={row.row} row={row} columns={columns.slice(0, shown)} marks={marks} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {!isWhole && rows.length > firstRows && (
        <Group p="sm">
          <Button size="xs" variant="default" onClick={() => setWhole(true)}>
            {texts.showRows}
          </Button>
        </Group>
      )}
    </Paper>
  );
}

function SampleHead({ columns }: { columns: readonly DraftColumn[] }) {
  const texts = useWizardTexts();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{texts.row}</Table.Th>
        {columns.map(({ header, target }, at) => (
          <Table.Th key={at} data-ignored={target == null || undefined} title={header}>
            {columnLetters(at)} {header}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function SampleRow(props: { row: FilePreview['rows'][number]; columns: readonly DraftColumn[]; marks: CellMarks }) {
  const { row, columns, marks } = props;
  const t = useMessages();
  const formats = useFormats();
  const textsOf = (column: number) => marks.of(row.row, column).map((problem) => textOfProblem(t, problem));
  const ofRow = textsOf(-1);
  return (
    <Table.Tr>
      <Table.Th scope="row" className={ofRow.length > 0 ? classes.bad : undefined} title={ofRow.join(' ')}>
        {formats.number(row.row)}
      </Table.Th>
      {columns.map(({ target }, at) => {
        const problems = textsOf(at);
        const isBad = problems.length > 0;
        return (
          <Table.Td
            key={at}
            data-bad={isBad || undefined}
            data-ignored={target == null || undefined}
            title={isBad ? problems.join(' ') : row.cells[at]}
          >
            {isBad && <span aria-hidden>⚠ </span>}
            {row.cells[at]}
            {isBad && <span className="sr-only">{problems.join(' ')}</span>}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
