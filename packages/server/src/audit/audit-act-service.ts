import {
  type ActFacts,
  type ActRequest,
  type ActRunner,
  type Clock,
  type Database,
  type Log,
  PimentoError,
  runAct,
  type RunningAct,
} from '../platform/index.ts';
import { recordOf } from './audit-record-rules.ts';
import { appendAuditEvent } from './audit-store.ts';
import type { AuditedOperation, AuditRow } from './audit-types.ts';

export interface AuditDeps {
  database: Database;
  clock: Clock;
  log: Pick<Log, 'error' | 'debug'>;
}

/** An act whose record can also be added outside of a transaction, if no transaction of the request has added it. */
interface Act extends RunningAct {
  isRecorded(): boolean;
  /** Adds the record outside of any transaction of the request. */
  recordAlone(failed: boolean): Promise<void>;
  /** Ends the act. Transactions that are still running no longer add the record. */
  close(): void;
}

function createAct({ database, clock }: AuditDeps, operation: AuditedOperation, request: ActRequest): Act {
  let facts: ActFacts = {};
  let isEnded = false;
  const row = (failed: boolean): AuditRow => ({
    ...recordOf(operation, request, facts),
    auditId: clock.newId(),
    at: clock.now(),
    failed: failed || facts.failed === true,
  });
  return {
    describe(added) {
      facts = { ...facts, ...added };
    },
    recordIn: async (transaction) =>
      !isEnded && (await appendAuditEvent(transaction, row(false), { onlyIfWritten: true })),
    confirm() {
      isEnded = true;
    },
    isRecorded: () => isEnded,
    async recordAlone(failed) {
      await appendAuditEvent(database, row(failed), { onlyIfWritten: false });
    },
    close() {
      isEnded = true;
    },
  };
}

/**
 * Creates the function that runs audited operations. The first transaction in which a request writes something also adds the record. If no
 * transaction has added it, the record is added before the response is sent. This is the case for exports, and for the sign-in library,
 * which uses its own transactions. A request that fails is recorded only if it is rejected with 401 and the operation records failures.
 */
export function createActRunner(deps: AuditDeps): ActRunner {
  return async (operation, request, work) => {
    const { id, audit } = operation;
    if (audit === undefined || audit === 'none') return work();
    const act = createAct(deps, { id, audit }, request);
    try {
      const result = await runAct(act, work);
      if (!act.isRecorded()) {
        deps.log.debug({ operation: id }, 'an act was recorded by itself');
        await act.recordAlone(false);
      }
      return result;
    } catch (error) {
      const isFailure = audit.failures === true && error instanceof PimentoError && error.status === 401;
      if (isFailure) await act.recordAlone(true).catch((err: unknown) => deps.log.error({ err }, 'not recorded'));
      throw error;
    } finally {
      act.close();
    }
  };
}
