import { Button, Group, Tooltip } from '@mantine/core';
import { type Adapter, deleteAdapter } from '@pimento/contract/wire';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { AdapterDialog } from './adapter-dialog.tsx';

/** The buttons that rename and delete an adapter. An adapter that serves channels cannot be deleted. */
export function AdapterActions({ adapter }: { adapter: Adapter }) {
  const t = useMessages();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  const servesChannels = adapter.channelIds.length > 0;
  const removal = useChange(
    (api, adapterId: string) => api.call(deleteAdapter, { params: { adapterId } }),
    () => {
      close();
      void navigate({ to: '/gateway' });
      return t.gateway.deleted(adapter.name);
    },
  );
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
        {t.gateway.rename}
      </Button>
      <Tooltip label={t.gateway.servesChannels} disabled={!servesChannels} withArrow>
        <Button
          variant="default"
          {...(servesChannels ? { 'data-disabled': true, 'aria-disabled': true } : { c: 'red' })}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => !servesChannels && setDialog('delete')}
        >
          {t.gateway.deleteAdapter}
        </Button>
      </Tooltip>
      {dialog === 'rename' && <AdapterDialog adapter={adapter} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t.gateway.deleteAdapterTitle(adapter.name)}
          text={t.gateway.deleteAdapterText}
          confirm={t.gateway.deleteAdapter}
          loading={removal.isPending}
          onConfirm={() => removal.mutate(adapter.adapterId)}
          onClose={close}
        />
      )}
    </Group>
  );
}
