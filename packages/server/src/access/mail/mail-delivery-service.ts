import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail } from './mail-types.ts';

export interface MailSettings {
  /** The URL of the mail server, such as `smtp://user:password@mail.example.com:587`, or `smtps:` for TLS from the start. */
  url: string;
  /** The sender, such as `Pimento <pimento@example.com>`. */
  from: string;
}

/** Time limits that apply regardless of how slowly the server answers. Each step may take 10 s, and a whole delivery 45 s. */
const stepMs = 10_000;
const deliveryMs = 45_000;

/** Sends one e-mail. @throws Error if the server rejects the e-mail, a time limit is exceeded, or `stop` aborts */
export async function deliverMail({ url, from }: MailSettings, mail: Mail, stop: AbortSignal): Promise<void> {
  // loaded on demand, because most services start without sending e-mails, and the module takes 3 MB
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
  });
  using timer = new DisposableStack();
  const over = new AbortController();
  timer.defer(() => {
    over.abort();
    transport.close();
  });
  const sending = transport.sendMail({ from, ...mail });
  const deadline = sleep(deliveryMs, undefined, { signal: AbortSignal.any([stop, over.signal]) });
  await Promise.race([
    sending,
    deadline.then(() => {
      throw new Error(`no answer within ${deliveryMs / 1000} s`);
    }),
  ]);
}
