import { Button, FileButton, Group, Paper, Progress, Stack, Switch, Text, ThemeIcon } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { type ImportOptions, useImportUpload } from './use-import-upload.ts';

/** A drop area for one file, with the import options. */
export function ImportDrop() {
  const [isOver, setOver] = useState(false);
  const [options, setOptions] = useState<ImportOptions>({ replace: false, dryRun: false });
  const { file, part, send } = useImportUpload(options);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
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
      {file ? (
        <SendProgress file={file} part={part} />
      ) : (
        <FileChoice options={options} onOptions={setOptions} onFile={send} />
      )}
    </Paper>
  );
}

function SendProgress({ file, part }: { file: File; part: number }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <Stack w="100%" maw={480} gap="xs">
      <Text size="sm" fw={500}>
        {t.imports.sending(file.name, formats.bytes(file.size))}
      </Text>
      <Progress value={part * 100} animated aria-label={t.imports.sendingShort} />
    </Stack>
  );
}

function FileChoice(props: {
  options: ImportOptions;
  onOptions: (options: ImportOptions) => void;
  onFile: (file: File | null) => void;
}) {
  const { options, onOptions, onFile } = props;
  const t = useMessages();
  return (
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
          {(['replace', 'dryRun'] as const).map((option) => (
            <Switch
              key={option}
              size="xs"
              label={t.imports[option]}
              checked={options[option]}
              onChange={({ currentTarget }) => onOptions({ ...options, [option]: currentTarget.checked })}
            />
          ))}
        </Stack>
        <FileButton
          onChange={onFile}
          accept=".csv,.tsv,.tab,.txt,.xlsx,.xlsm,.zip,.json,.ndjson,.jsonl,.jsonld,.xml,.gz,.zst,.br,application/json"
        >
          {(props) => <Button {...props}>{t.imports.choose}</Button>}
        </FileButton>
      </Group>
    </Group>
  );
}
