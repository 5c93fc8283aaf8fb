import { hash } from 'node:crypto';
import type { Notice, NoticePreferences } from '@pimento/contract';
import { type Mail, plainText } from '../../access/index.ts';
import type { MailWay } from '../notice-types.ts';
import { mailWords } from './mail-words-rules.ts';

const maxLines = 20;
const maxLineCharacters = 300;

/** Removes control characters from a line and cuts it to a length that mail programs show. */
function lineOf(text: string): string {
  const plain = plainText(text);
  return plain.length > maxLineCharacters ? `${plain.slice(0, maxLineCharacters).toWellFormed()} …` : plain;
}

/**
 * Returns the e-mail about notices. The same notices always lead to the same message id, so a mail program shows the e-mail only once, even
 * if it was sent twice.
 * @param baseUrl the URL of the console; undefined if it is not configured, in which case the e-mail has no links
 */
export function noticeMail(
  person: { email: string; personId: string; clientId: string; clientName: string | null; way: MailWay },
  notices: readonly Notice[],
  { language, timeZone }: Pick<NoticePreferences, 'language' | 'timeZone'>,
  baseUrl: string | undefined,
): Mail {
  const words = mailWords[language];
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  const time = (iso: string) => `${format.format(new Date(iso))} (${timeZone})`;
  const client = lineOf(person.clientName ?? words.installation);
  const lines = notices.slice(0, maxLines).map((notice) => `- ${lineOf(words.line(notice, time))}`);
  const rest = notices.length - lines.length;
  const query = person.clientName === null ? [] : [`client=${encodeURIComponent(person.clientId)}`];
  const links =
    baseUrl === undefined
      ? []
      : [
          words.open(`${baseUrl}/notices${query.map((part) => `?${part}`).join('')}`),
          words.settings(`${baseUrl}/settings?${['tab=notices', ...query].join('&')}`),
        ];
  const content = notices.map(({ noticeId, count }) => [noticeId, count]);
  return {
    to: person.email,
    subject: person.way === 'digest' ? words.digest(client) : words.subject(notices.length, client),
    text: [words.intro(client), [...lines, ...(rest > 0 ? [words.more(rest)] : [])].join('\n'), ...links, ''].join(
      '\n\n',
    ),
    messageId: `<${hash('sha256', JSON.stringify([person.clientId, person.personId, person.way, content]))}@pimento>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
