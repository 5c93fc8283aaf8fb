import { sql } from 'kysely';
import type { ChannelId, ClientId, Transaction } from '../../platform/core.ts';
import { firstNumber, kindName, nextNumber, type ProblemKind } from './problem-number-rules.ts';

/** Returns the numbers of all kinds of problems of a connection. */
async function listNumbers(
  transaction: Transaction,
  clientId: ClientId,
  channelId: ChannelId,
): Promise<Map<string, number>> {
  const { rows } = await sql<ProblemKind & { problemId: number }>`
    select
      channel_problem.problem_id as "problemId", channel_problem.target, channel_problem.code, channel_problem.level
    from channel_problem
    where channel_problem.client_id = ${clientId} and channel_problem.channel_id = ${channelId}`.execute(transaction);
  return new Map(rows.map((row) => [kindName(row), row.problemId]));
}

/**
 * Returns the numbers of kinds of problems. Assigns and stores a number for each new kind. The client must be locked, so that two processes
 * cannot assign the same number to two kinds.
 */
export async function numberProblems(
  transaction: Transaction,
  clientId: ClientId,
  channelId: ChannelId,
  kinds: ReadonlyMap<string, ProblemKind>,
): Promise<ReadonlyMap<string, number>> {
  if (kinds.size === 0) return new Map();
  const numbers = await listNumbers(transaction, clientId, channelId);
  const taken = new Set(numbers.values());
  const added: (ProblemKind & { problemId: number })[] = [];
  for (const [name, kind] of kinds) {
    if (numbers.has(name)) continue;
    let problemId = firstNumber(clientId, channelId, name);
    while (taken.has(problemId)) problemId = nextNumber(problemId);
    taken.add(problemId);
    numbers.set(name, problemId);
    added.push({ ...kind, problemId });
  }
  if (added.length === 0) return numbers;
  await sql`
    insert into channel_problem (client_id, channel_id, problem_id, target, code, level)
    select ${clientId}, ${channelId}, added."problemId", added.target, added.code, added.level
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added ("problemId" integer, target text, code text, level text)`.execute(
    transaction,
  );
  return numbers;
}
