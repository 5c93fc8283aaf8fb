import { Button, FileButton, Group, Paper, Text, ThemeIcon } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import layout from '../../ui/layout.module.css';
import files from '../assets.module.css';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';

/** A drop area for any number of files. Each file is matched to an asset by its name. */
export function UploadDrop() {
  const t = useMessages();
  const [isOver, setOver] = useState(false);
  const { uploads, add, sendAll, assign, clear } = useUploads();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  return (
    <>
      <Paper
        withBorder
        className={layout.drop}
        style={{ minHeight: 0, padding: '14px 20px' }}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className={files.dropLine}>
          <Group gap="md" wrap="nowrap">
            <ThemeIcon size={40} radius="xl" variant="light">
              <IconPhotoUp size={20} aria-hidden />
            </ThemeIcon>
            <div>
              <Text fw={600} size="sm">
                {t.assets.dropTitle}
              </Text>
              <Text size="sm" c="dimmed">
                {t.assets.dropText}
              </Text>
            </div>
          </Group>
          <FileButton onChange={add} multiple>
            {(props) => (
              <Button {...props} style={{ flex: 'none' }}>
                {t.assets.choose}
              </Button>
            )}
          </FileButton>
        </div>
      </Paper>
      {uploads.length > 0 && <UploadList uploads={uploads} onSend={sendAll} onAssign={assign} onClear={clear} />}
    </>
  );
}
