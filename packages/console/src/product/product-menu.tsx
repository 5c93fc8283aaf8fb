import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Product } from '@pimento/contract';
import { deleteProduct } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { IconBraces, IconColumns2, IconCopyPlus, IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useCreateTexts } from './create/create-texts.ts';
import { NewProductDialog } from './create/new-product-dialog.tsx';
import { useDeletedNotice } from './saving/use-deleted-notice.ts';

/** Actions on the whole product: duplicate, compare, copy as JSON, delete. */
export function ProductMenu({ product }: { product: Product }) {
  const texts = useCreateTexts();
  const t = useMessages();
  const { canWrite } = useWork();
  const [shown, setShown] = useState<'duplicate' | 'delete'>();
  const close = () => setShown(undefined);
  const name = product.__NAME ?? product.__ID;
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(JSON.stringify(product, null, 2)).then(
      () => true,
      () => false,
    );
    notifications.show({
      message: isCopied ? texts.copied : texts.notCopied,
      closeButtonProps: { 'aria-label': t.common.close },
    });
  };
  const reportDeleted = useDeletedNotice();
  const removal = useChange(
    (api) => api.call(deleteProduct, { params: { productId: product.__ID } }),
    () => {
      reportDeleted(texts.removed(name), [product.__ID]);
      return undefined;
    },
  );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={texts.actions}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canWrite && (
            <Menu.Item leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={() => setShown('duplicate')}>
              {texts.duplicate}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconColumns2 size={16} aria-hidden />}
            renderRoot={(root) => <Link {...root} to="/compare" search={{ productId: [product.__ID] }} />}
          >
            {texts.compare}
          </Menu.Item>
          <Menu.Item leftSection={<IconBraces size={16} aria-hidden />} onClick={() => void copy()}>
            {texts.copyJson}
          </Menu.Item>
          {canWrite && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setShown('delete')}>
              {texts.remove}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {shown === 'duplicate' && <NewProductDialog source={product} onClose={close} />}
      {shown === 'delete' && (
        <ConfirmDialog
          title={texts.removeTitle(name)}
          text={texts.removeText}
          confirm={texts.remove}
          loading={removal.isPending}
          onConfirm={() => removal.mutate(undefined, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
