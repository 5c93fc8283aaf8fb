import { openInvitation, openPasswordLink } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { createApi } from '../session/api.ts';
import { linkSecret } from './link-secret.ts';

/** Fetches the invitation that the link in the address bar belongs to. */
export function useInvitation() {
  return useQuery({
    queryKey: ['session', 'invitation'],
    queryFn: ({ signal }) => createApi(undefined).call(openInvitation, { body: { secret: linkSecret() }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Fetches the person who can set a password with the link in the address bar. */
export function usePasswordLink() {
  return useQuery({
    queryKey: ['session', 'password-link'],
    queryFn: ({ signal }) => createApi(undefined).call(openPasswordLink, { body: { secret: linkSecret() }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}
