import type { AnswerOf, verifyAuditLog } from '@pimento/contract';
import { type Database, limitStatements, statementFault, type Transaction, transaction } from '../platform/index.ts';
import { type AuditFault, judgeSeals, type Signer } from './audit-seal-rules.ts';
import { findChain, findSeal, listInserted, listSeals } from './audit-chain-views.ts';

const statementMs = 60_000;
const maxInserted = 100;

type Verification = AnswerOf<typeof verifyAuditLog>;

/**
 * Returns the seal after which a page begins. If that seal is missing, starts one number earlier, so that the missing seal is reported as
 * removed.
 */
async function startOf(
  opened: Transaction,
  clientId: string,
  after: number,
): Promise<{ number: number; seal: string }> {
  const seal = await findSeal(opened, clientId, after);
  return seal === undefined ? { number: after - 1, seal: '' } : { number: after, seal };
}

/**
 * Verifies one page of a client's chain by comparing every event with its seal. On the last page, also checks the end of the chain, and
 * that no events were inserted without a seal. Reads one snapshot, so that sealing can continue during the verification.
 * @throws PimentoError query-too-slow
 */
export async function verifyChain(
  database: Database,
  signer: Signer,
  { clientId, after, limit }: { clientId: string; after: number; limit: number },
): Promise<Verification> {
  try {
    return await transaction(
      database,
      async (opened) => {
        await limitStatements(opened, statementMs);
        const chain = (await findChain(opened, clientId)) ?? { number: 0, seal: '', purgedNumber: 0, purgedSeal: '' };
        const start =
          after <= chain.purgedNumber
            ? { number: chain.purgedNumber, seal: chain.purgedSeal }
            : await startOf(opened, clientId, after);
        const found = await listSeals(opened, clientId, { after: start.number, limit: limit + 1 });
        const page = found.slice(0, limit);
        const last = page.at(-1) ?? start;
        const hasMore = found.length > limit;
        const faults: AuditFault[] = judgeSeals(signer, start, page);
        if (!hasMore) {
          if (last.number !== chain.number || last.seal !== chain.seal)
            faults.push({ fault: 'shortened', number: chain.number, auditId: null });
          const inserted = await listInserted(opened, clientId, maxInserted);
          faults.push(...inserted.map((auditId) => ({ fault: 'inserted' as const, number: null, auditId })));
        }
        return {
          checked: page.length,
          purged: chain.purgedNumber,
          faults,
          last: last.number === 0 ? null : { number: last.number, seal: last.seal },
          next: hasMore ? last.number : null,
        };
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
  } catch (error) {
    throw statementFault(error, statementMs);
  }
}
