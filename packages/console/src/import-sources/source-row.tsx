import { ActionIcon, Badge, Button, Group, Menu, Table, Text } from '@mantine/core';
import type { ImportSource } from '@pimento/contract';
import { pauseImportSource, resumeImportSource, runImportSource } from '@pimento/contract/wire';
import { IconDots } from '@tabler/icons-react';
import { useFormats } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { RunResult } from './run-result.tsx';
import { placeText, scheduleText, stateOf } from './source-summary.ts';
import { useSourceTexts } from './texts/source-texts.ts';

export type SourceAction = 'edit' | 'runs' | 'delete';

const colors = { running: 'blue', paused: 'gray', failing: 'red', waiting: 'green' };

/** One source, with its state, its last run and its actions. */
export function SourceRow(props: { source: ImportSource; onAction: (action: SourceAction) => void }) {
  const { source, onAction } = props;
  const { name, schedule, nextRunAt, lastRun } = source;
  const texts = useSourceTexts();
  const formats = useFormats();
  const state = stateOf(source);
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Badge color={colors[state]}>{texts.states[state]}</Badge>
      </Table.Td>
      <Table.Td>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {placeText(source)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{scheduleText(texts, schedule)}</Text>
        {nextRunAt !== null && (
          <Text size="xs" c="dimmed">
            {texts.next(formats.moment(nextRunAt))}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{lastRun ? <RunResult run={lastRun} /> : <Text size="sm">–</Text>}</Table.Td>
      <Table.Td>
        <SourceActions source={source} onAction={onAction} />
      </Table.Td>
    </Table.Tr>
  );
}

function SourceActions({ source, onAction }: { source: ImportSource; onAction: (action: SourceAction) => void }) {
  const { name, isPaused, isRunning } = source;
  const texts = useSourceTexts();
  const { canWrite } = useWork();
  const params = { name };
  const run = useChange(
    (api, _input: void) => api.call(runImportSource, { params }),
    () => texts.requested(name),
  );
  const pause = useChange(
    (api, _input: void) => api.call(isPaused ? resumeImportSource : pauseImportSource, { params }),
    (next) => (next.isPaused ? texts.paused(name) : texts.resumed(name)),
  );
  return (
    <Group gap={6} wrap="nowrap">
      {canWrite && (
        <Button
          size="compact-xs"
          variant="default"
          loading={run.isPending || isRunning}
          aria-label={`${texts.actions.run}: ${name}`}
          onClick={() => run.mutate()}
        >
          {texts.actions.run}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`${texts.actions.runs}: ${name}`}
        onClick={() => onAction('runs')}
      >
        {texts.actions.runs}
      </Button>
      {canWrite && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="sm" aria-label={texts.more(name)}>
              <IconDots size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAction('edit')}>{texts.actions.edit}</Menu.Item>
            <Menu.Item onClick={() => pause.mutate()}>
              {isPaused ? texts.actions.resume : texts.actions.pause}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => onAction('delete')}>
              {texts.actions.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
