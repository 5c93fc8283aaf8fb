import type { Client } from '@pimento/client';
import type { Role, Session } from '@pimento/contract';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { queryClient } from '../app/query-client.ts';
import { createApi, rememberClient, rememberedClient } from './api.ts';

export interface Work {
  session: Session;
  /** Calls for the chosen client. */
  api: Client;
  clientId: string;
  clientName: string;
  role: Role;
  canWrite: boolean;
  isOwner: boolean;
  chooseClient: (clientId: string) => void;
}

const WorkContext = createContext<Work | undefined>(undefined);

/** Everything below works for one client; choosing another one forgets what was read for the last. */
export function WorkProvider({ session, children }: { session: Session; children: ReactNode }) {
  const [wanted, setWanted] = useState(rememberedClient);
  const chosen = session.clients.find(({ clientId }) => clientId === wanted) ?? session.clients[0];
  const clientId = chosen?.clientId ?? '';
  const work = useMemo(
    (): Work => ({
      session,
      api: createApi(clientId === '' ? undefined : clientId),
      clientId,
      clientName: chosen?.name ?? '',
      role: chosen?.role ?? 'viewer',
      canWrite: chosen !== undefined && chosen.role !== 'viewer',
      isOwner: chosen?.role === 'owner',
      chooseClient(next) {
        rememberClient(next);
        queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
        setWanted(next);
      },
    }),
    [session, clientId, chosen],
  );
  return <WorkContext value={work}>{children}</WorkContext>;
}

export function useWork(): Work {
  const work = use(WorkContext);
  if (!work) throw new Error('useWork outside of WorkProvider');
  return work;
}
