import type { Session } from '@pimento/contract';
import { useState } from 'react';
import { useHasUnsaved } from '../ui/unsaved-inputs.ts';

type SessionClient = Session['clients'][number];

/**
 * Returns the client with the user's role. While input is unsaved, the client and the role do not change, so that no form closes when the
 * user's role is changed or the membership ends. The server still checks the permission of every request.
 * @param current the client as the session currently describes it, or undefined if the user has no access
 * @param wanted the id of the client in the URL, or of the default client, or undefined if the user has no client
 */
export function useSteadyClient(current: SessionClient | undefined, wanted: string | undefined) {
  const hasUnsaved = useHasUnsaved();
  const [kept, setKept] = useState(current);
  const isKept = hasUnsaved && kept !== undefined && kept.clientId === wanted;
  if (!isKept && kept !== current) setKept(current);
  const client = isKept ? kept : current;
  return {
    client,
    /** The access that the user has lost while input is unsaved. */
    lost: isKept ? lostAccess(kept, current) : undefined,
  };
}

export type LostAccess = 'client' | 'role';

function lostAccess(kept: SessionClient, current: SessionClient | undefined): LostAccess | undefined {
  if (current === undefined) return 'client';
  return kept.role !== 'viewer' && current.role === 'viewer' ? 'role' : undefined;
}
