import { Button, Tooltip } from '@mantine/core';
import type { Asset } from '@pimento/contract';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';

/** The button that deletes an asset after confirmation. It is disabled while products refer to the asset. */
export function AssetRemoval(props: {
  asset: Asset;
  removal: { isPending: boolean; mutate: (input: void, options: { onSuccess: () => void }) => void };
}) {
  const { asset, removal } = props;
  const t = useMessages();
  const [isAsking, setAsking] = useState(false);
  const isUsed = asset.usedBy > 0;
  const close = () => setAsking(false);
  return (
    <>
      <Tooltip label={t.assets.inUse} disabled={!isUsed} withArrow>
        <Button
          variant="default"
          {...(isUsed ? { 'data-disabled': true, 'aria-disabled': true } : { c: 'red' })}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => !isUsed && setAsking(true)}
        >
          {t.assets.delete}
        </Button>
      </Tooltip>
      {isAsking && (
        <ConfirmDialog
          title={t.assets.deleteTitle(asset.name)}
          text={t.assets.deleteText}
          confirm={t.assets.delete}
          loading={removal.isPending}
          onConfirm={() => removal.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
