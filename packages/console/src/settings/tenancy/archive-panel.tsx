import { createArchive, listArchives } from '@pimento/contract/wire';
import { useState } from 'react';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { ArchiveList, archiveRefetchMs } from './archive-list.tsx';

/** The exports of the chosen client, for its owners. */
export function ArchivePanel() {
  const [refetchMs, setRefetchMs] = useState(2_000);
  const archives = useCall(listArchives, {}, { refetchMs });
  const creation = useChange((api) => api.call(createArchive));
  const wanted = archiveRefetchMs(archives.data?.archives);
  if (wanted !== refetchMs) setRefetchMs(wanted);
  return (
    <ArchiveList
      query={archives}
      creation={{ mutate: () => creation.mutate(undefined), isPending: creation.isPending }}
    />
  );
}
