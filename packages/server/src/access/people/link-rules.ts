import { linkHours } from '@pimento/contract';

/** The page of the console that a link opens. */
type LinkPage = 'invitation' | 'password';

/** Returns a link with its secret. Browsers do not send the part after `#`, so no log of a server or proxy contains the secret. */
export function linkOf(baseUrl: string, page: LinkPage, secret: string): string {
  return `${baseUrl}/${page}#${secret}`;
}

export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + linkHours * 3_600_000);
}
