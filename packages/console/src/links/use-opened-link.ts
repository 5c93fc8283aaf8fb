import { openInvitation, openPasswordLink } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { createApi } from '../session/api.ts';
import { linkSecret } from './link-secret.ts';

/** Reads the invitation in the address bar. */
export function useInvitation() {
  return useQuery({
    queryKey: ['session', 'invitation'],
    queryFn: ({ signal }) => createApi(undefined).call(openInvitation, { body: { secret: linkSecret() }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Reads whose password the link in the address bar sets. */
export function usePasswordLink() {
  return useQuery({
    queryKey: ['session', 'password-link'],
    queryFn: ({ signal }) => createApi(undefined).call(openPasswordLink, { body: { secret: linkSecret() }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}
