import type { Client } from '@pimento/client';
import type { Role, Session } from '@pimento/contract';
import { type AnyRouter, useRouter, useSearch } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { createApi } from './api.ts';
import { rememberClient, rememberedClient } from './client-search.ts';
import { type LostAccess, useSteadyClient } from './steady-client.ts';

export interface Work {
  session: Session;
  /** Sends requests to the service, for the chosen client. */
  api: Client;
  clientId: string;
  clientName: string;
  /**
   * The id of the requested client (from the URL, or the default client) if the user has no access to it. No other client is shown instead.
   */
  hiddenClient: string | undefined;
  role: Role;
  canWrite: boolean;
  isOwner: boolean;
  /** True if the client requires a second factor and the session has none. Every request for the client is then refused. */
  isClosed: boolean;
  /** The access that the user has lost while input is unsaved. The screen does not change until the input is saved or discarded. */
  lostAccess: LostAccess | undefined;
  /** Shows the same screen for a different client, unless the user decides to keep unsaved changes. */
  chooseClient: (clientId: string) => void;
}

/** Returns the current URL with a different client. Also works for URLs that match no route. */
function addressFor({ options }: Pick<AnyRouter, 'options'>, client: string): string {
  const search = options.stringifySearch({ ...options.parseSearch(location.search), client });
  return location.pathname + search + location.hash;
}

const WorkContext = createContext<Work | undefined>(undefined);

/**
 * Provides the client in the URL to all children. Adds a default client to the URL if the URL has none. The default is the client that was
 * chosen last or, on the first visit, the user's first client.
 */
export function WorkProvider({ session, children }: { session: Session; children: ReactNode }) {
  const router = useRouter();
  const named = useSearch({ strict: false, select: ({ client }) => client });
  const { personId } = session;
  const wanted = named ?? rememberedClient(personId) ?? session.clients[0]?.clientId;
  const current = session.clients.find(({ clientId }) => clientId === wanted);
  const { client: chosen, lost: lostAccess } = useSteadyClient(current, wanted);
  const clientId = chosen?.clientId ?? '';
  const isClosed = chosen?.needsSecondFactor === true && !session.secondFactorUsed;
  useEffect(() => {
    if (clientId === '') return;
    rememberClient(personId, clientId);
    if (named === undefined) router.history.replace(addressFor(router, clientId), undefined, { ignoreBlocker: true });
  }, [router, personId, clientId, named]);
  const work = useMemo(
    (): Work => ({
      session,
      api: createApi(clientId === '' ? undefined : clientId),
      clientId,
      clientName: chosen?.name ?? '',
      hiddenClient: chosen === undefined ? wanted : undefined,
      role: chosen?.role ?? 'viewer',
      canWrite: chosen !== undefined && !isClosed && chosen.role !== 'viewer',
      isOwner: chosen?.role === 'owner' && !isClosed,
      isClosed,
      lostAccess,
      chooseClient(next) {
        if (next !== clientId) router.history.push(addressFor(router, next));
      },
    }),
    [router, session, clientId, chosen, isClosed, wanted, lostAccess],
  );
  return <WorkContext value={work}>{children}</WorkContext>;
}

export function useWork(): Work {
  const work = use(WorkContext);
  if (!work) throw new Error('useWork outside of WorkProvider');
  return work;
}
