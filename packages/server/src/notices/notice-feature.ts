import type { MailSettings } from '../access/index.ts';
import type { Database, Route, WorkerDeps } from '../platform/index.ts';
import { startNoticeMail } from './mail/notice-mail-runner.ts';
import { startNoticeRetention } from './notice-retention-runner.ts';
import { noticeRoutes } from './notice-routes.ts';
import { startSources } from './sources/source-runner.ts';

export interface NoticeFeatureDeps extends WorkerDeps {
  database: Database;
  /** The URL of the console. Undefined if it is not configured. */
  baseUrl: string | undefined;
}

export interface NoticeFeature extends AsyncDisposable {
  routes: Route[];
  /** Creates notices for everything that has happened so far. */
  drain(): Promise<void>;
  /** Sends the e-mails that are due. */
  drainMail(): Promise<void>;
  /** Deletes old notices. */
  drainRetention(): Promise<void>;
}

export interface NoticeOptions {
  /** Undefined if no mail server is configured. */
  mail?: MailSettings | undefined;
  /** Silence of adapters before this time is not counted. The default is the time when the process started. */
  silentSince?: Date | undefined;
}

/** Starts the background work and creates the routes for notices. */
export function openNotices(deps: NoticeFeatureDeps, { mail, silentSince }: NoticeOptions): NoticeFeature {
  const opened = new AsyncDisposableStack();
  const noticeDeps = { ...deps, canMail: mail !== undefined };
  const sender = mail && opened.use(startNoticeMail(deps, mail));
  const retention = opened.use(startNoticeRetention(deps));
  const sources = startSources(noticeDeps, silentSince ?? deps.clock.now()).map((worker) => opened.use(worker));
  return {
    routes: noticeRoutes(noticeDeps),
    drain: async () => {
      await Promise.all(sources.map((worker) => worker.drain()));
    },
    drainMail: async () => {
      await sender?.drain();
    },
    drainRetention: () => retention.drain(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
