import { Button, FileButton, Group, Paper, Progress, Stack, Switch, Text, ThemeIcon } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import layout from '../ui/layout.module.css';
import { uploadImport } from './upload.ts';

/** A place to drop a file on, or to choose one. */
export function ImportDrop() {
  const t = useMessages();
  const formats = useFormats();
  const { clientId } = useWork();
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  const [replace, setReplace] = useState(false);
  const [dryRun, setDryRun] = useState(false);
  const [part, setPart] = useState(0);
  const upload = useChange(
    (_api, file: File) =>
      uploadImport({ clientId, file, replace, dryRun, onProgress: setPart, words: t.problem.sending }),
    (jobRef) => {
      void navigate({ to: '/imports/$jobRef', params: { jobRef } });
      return undefined;
    },
  );
  const take = (file: File | null | undefined) => {
    if (!file) return;
    setPart(0);
    upload.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Paper
      withBorder
      className={layout.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {upload.isPending ? (
        <Stack w="100%" maw={480} gap="xs">
          <Text size="sm" fw={550}>
            {t.imports.sending(upload.variables.name, formats.bytes(upload.variables.size))}
          </Text>
          <Progress value={part * 100} animated aria-label={t.imports.sendingShort} />
        </Stack>
      ) : (
        <Group gap="lg" justify="space-between" w="100%">
          <Group gap="md" wrap="nowrap">
            <ThemeIcon size={44} radius="xl" variant="light">
              <IconFileUpload size={22} aria-hidden />
            </ThemeIcon>
            <div>
              <Text fw={600}>{t.imports.drop}</Text>
              <Text size="sm" c="dimmed">
                {t.imports.dropText}
              </Text>
            </div>
          </Group>
          <Group gap="lg">
            <Stack gap={6}>
              <Switch
                size="xs"
                label={t.imports.replace}
                checked={replace}
                onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
              />
              <Switch
                size="xs"
                label={t.imports.dryRun}
                checked={dryRun}
                onChange={({ currentTarget }) => setDryRun(currentTarget.checked)}
              />
            </Stack>
            <FileButton onChange={take} accept=".json,.ndjson,.jsonl,.gz,application/json">
              {(props) => <Button {...props}>{t.imports.choose}</Button>}
            </FileButton>
          </Group>
        </Group>
      )}
    </Paper>
  );
}
