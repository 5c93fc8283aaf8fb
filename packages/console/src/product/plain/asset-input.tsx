import { ActionIcon, Button, FileButton, Group, Progress, Text, Tooltip } from '@mantine/core';
import { IconPhotoSearch, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '../../assets/assets.module.css';
import { AssetDrop } from '../../assets/library/asset-drop.tsx';
import { LibraryDialog } from '../../assets/library/library-loader.tsx';
import { useLibraryTexts } from '../../assets/library/library-texts.ts';
import { AssetThumbnail } from '../../assets/record/asset-thumbnail.tsx';
import { useNewAssets } from '../../assets/upload/use-new-assets.ts';
import { TextLines } from '../../ui/fields/text-lines.tsx';

/** An input for one asset: a picture of it, its id or address, and buttons that choose another asset or upload a file. */
export function AssetInput(props: {
  label: string;
  value: unknown;
  onChange: (value: string) => void;
  autoFocus: boolean;
}) {
  const { label, value, onChange, autoFocus } = props;
  const texts = useLibraryTexts();
  const text = typeof value === 'string' ? value : '';
  return (
    <AssetDrop
      isMultiple={false}
      onStored={([assetId]) => {
        if (assetId !== undefined) onChange(assetId);
      }}
    >
      <Group gap={6} wrap="nowrap" align="center">
        <span className={classes.small}>
          <AssetThumbnail assetId={text} size="small" alt="" />
        </span>
        <div style={{ flex: 1, minWidth: 0 }}>
          <TextLines
            aria-label={label}
            placeholder={texts.value(label)}
            minRows={1}
            maxRows={4}
            lines={false}
            value={text}
            autoFocus={autoFocus}
            onChange={onChange}
          />
        </div>
        <AssetButtons label={label} isMultiple={false} onPick={([assetId = '']) => onChange(assetId)} />
      </Group>
    </AssetDrop>
  );
}

/** The buttons that choose an asset from the library or upload files. They are icons beside a single value, and have texts below a list. */
export function AssetButtons(props: { label: string; isMultiple: boolean; onPick: (assetIds: string[]) => void }) {
  const { label, isMultiple, onPick } = props;
  const texts = useLibraryTexts();
  const [isOpen, setOpen] = useState(false);
  const upload = useNewAssets(onPick);
  return (
    <>
      <AssetButton
        text={texts.choose}
        label={texts.chooseFor(label)}
        Icon={IconPhotoSearch}
        isText={isMultiple}
        onClick={() => setOpen(true)}
      />
      <FileButton multiple={isMultiple} onChange={(files: File | File[] | null) => upload.send(filesOf(files))}>
        {({ onClick }) => (
          <AssetButton
            text={texts.upload}
            label={`${texts.upload}: ${label}`}
            Icon={IconUpload}
            isText={isMultiple}
            isLoading={upload.isSending}
            onClick={onClick}
          />
        )}
      </FileButton>
      {upload.part !== undefined && <Progress w={60} value={upload.part * 100} aria-label={texts.upload} />}
      {upload.problem !== undefined && (
        <Text size="xs" c="red" role="alert">
          {upload.problem}
        </Text>
      )}
      {isOpen && (
        <LibraryDialog
          label={label}
          onClose={() => setOpen(false)}
          onPick={(assetId) => {
            onPick([assetId]);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function AssetButton(props: {
  text: string;
  label: string;
  Icon: typeof IconUpload;
  isText: boolean;
  isLoading?: boolean;
  onClick: () => void;
}) {
  const { text, label, Icon, isText, isLoading = false, onClick } = props;
  if (isText)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={isLoading}
        onClick={onClick}
      >
        {text}
      </Button>
    );
  return (
    <Tooltip label={text} withArrow>
      <ActionIcon variant="default" size="lg" aria-label={label} loading={isLoading} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const filesOf = (files: File | File[] | null): File[] => (files === null ? [] : Array.isArray(files) ? files : [files]);
