import { Progress, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import classes from '../assets.module.css';
import { useNewAssets } from '../upload/use-new-assets.ts';
import { useLibraryTexts } from './library-texts.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/**
 * An area that uploads dropped files as new assets. Uploads only the first file if `isMultiple` is false.
 * @param props.onStored called with the ids of the new assets, in the order of the files
 */
export function AssetDrop(props: { isMultiple: boolean; onStored: (assetIds: string[]) => void; children: ReactNode }) {
  const { isMultiple, onStored, children } = props;
  const texts = useLibraryTexts();
  const [isOver, setOver] = useState(false);
  const upload = useNewAssets(onStored);
  return (
    <div
      className={classes.dropArea}
      data-over={isOver || undefined}
      data-hint={texts.dropHere}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        upload.send([...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1));
      }}
    >
      {children}
      {upload.part !== undefined && <Progress mt={6} value={upload.part * 100} animated aria-label={texts.upload} />}
      {upload.problem !== undefined && (
        <Text size="xs" c="red" role="alert" mt={4}>
          {upload.problem}
        </Text>
      )}
    </div>
  );
}
