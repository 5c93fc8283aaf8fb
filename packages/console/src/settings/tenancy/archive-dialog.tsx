import { createClientArchive, listClientArchives } from '@pimento/contract/wire';
import { useState } from 'react';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ArchiveList, archiveRefetchMs } from './archive-list.tsx';
import { useTenancyMessages } from './use-tenancy-messages.ts';

/** The exports of one client, for operators. */
export function ArchiveDialog({
  client,
  onClose,
}: {
  client: { clientId: string; name: string };
  onClose: () => void;
}) {
  const texts = useTenancyMessages();
  const params = { clientId: client.clientId };
  const [refetchMs, setRefetchMs] = useState(2_000);
  const archives = useCall(listClientArchives, { params }, { refetchMs });
  const creation = useChange((api) => api.call(createClientArchive, { params }));
  const wanted = archiveRefetchMs(archives.data?.archives);
  if (wanted !== refetchMs) setRefetchMs(wanted);
  return (
    <Dialog title={texts.exportTitle(client.name)} size="xl" onClose={onClose}>
      <ArchiveList
        query={archives}
        creation={{ mutate: () => creation.mutate(undefined), isPending: creation.isPending }}
      />
    </Dialog>
  );
}
