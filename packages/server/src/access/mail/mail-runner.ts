import { hash } from 'node:crypto';
import { linkHours } from '@pimento/contract';
import { z } from 'zod';
import {
  createWorker,
  type Database,
  errorCode,
  type SecretBox,
  type Worker,
  type WorkerDeps,
  type WorkerRun,
} from '../../platform/index.ts';
import { deliverMail, type MailSettings } from './mail-delivery-service.ts';
import { contextOf } from './mail-seal-rules.ts';
import * as mailStore from './mail-store.ts';
import { type Mailer, maxMailsPerDay, maxRequestsPerAddress } from './mail-types.ts';

export interface MailDeps extends WorkerDeps {
  database: Database;
  secretBox: SecretBox;
}

const dayMs = 24 * 3_600_000;
const requesterWindowMs = 15 * 60_000;
/** Duration of a claim. It is longer than a delivery, so that no other process sends the same e-mail during the delivery. */
const claimMs = 2 * 60_000;
const maxTries = 8;

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string() });
/** The wait in milliseconds after a failed try, which is 1, 2, 4 … minutes. */
const waitMs = (tries: number) => 60_000 * 2 ** (tries - 1);

/** Sends the e-mail that is due first. @returns true if more e-mails may be due */
async function sendNext(deps: MailDeps, settings: MailSettings, { signal }: WorkerRun): Promise<boolean> {
  const { database, clock, log, secretBox } = deps;
  const now = clock.now();
  const claimed = await mailStore.claimMail(database, { now, retryAt: new Date(now.getTime() + claimMs) });
  if (!claimed) return false;
  const { mailId, sealed, tries } = claimed;
  const opened = secretBox.open(sealed, contextOf(mailId));
  try {
    if (opened === undefined) throw new Error('the stored e-mail cannot be opened with this secret key');
    await deliverMail(settings, mailSchema.parse(JSON.parse(opened)), signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ worker: 'mail', mailId, tries, code: errorCode(error), reason }, 'an e-mail could not be sent');
    if (tries >= maxTries) await mailStore.giveUpMail(database, mailId);
    else await mailStore.postponeMail(database, mailId, new Date(clock.now().getTime() + waitMs(tries)));
    return true;
  }
  await mailStore.recordSent(database, mailId, clock.now());
  return true;
}

/** Starts the worker that sends e-mails. While the mail server does not respond, only e-mails are delayed. */
export function startMail(deps: MailDeps, settings: MailSettings): Worker & Mailer {
  const worker = createWorker(deps, {
    name: 'mail',
    everyMs: 30_000,
    next: (run) => sendNext(deps, settings, run),
  });
  return {
    ...worker,
    async enqueue(transaction, to, mail, requester) {
      const now = deps.clock.now();
      const mailId = deps.clock.newId();
      const isStored = await mailStore.createMailRow(
        transaction,
        {
          mailId,
          recipientHash: hash('sha256', to, 'buffer'),
          requesterHash: requester === undefined ? null : hash('sha256', requester, 'buffer'),
          sealed: mail ? deps.secretBox.seal(JSON.stringify(mail), contextOf(mailId)) : null,
          now,
          expiresAt: new Date(now.getTime() + linkHours * 3_600_000),
        },
        {
          recipient: { since: new Date(now.getTime() - dayMs), max: maxMailsPerDay },
          requester: { since: new Date(now.getTime() - requesterWindowMs), max: maxRequestsPerAddress },
        },
      );
      return isStored ? mailId : undefined;
    },
  };
}
