import { sql } from 'kysely';
import type { ClientId, Database } from '../../platform/index.ts';
import type { BodyContent } from '../read/content-hash.ts';

export interface IdempotentRequest {
  clientId: ClientId;
  key: string;
  /** SHA-256 of everything that identifies a request, except the body. */
  requestHash: Buffer;
  /** The hash that earlier versions of Pimento stored for the same request. */
  formerHash: Buffer;
  jobId: string;
}

export interface FirstRequest {
  requestHash: Buffer;
  jobId: string;
  /**
   * Null until there is a response. Stays null if the body was refused before it was hashed, and in rows written by earlier versions of
   * Pimento.
   */
  content: BodyContent | null;
  /** Null while there is no response. */
  status: number | null;
  answer: unknown;
}

/** Claims a key that is unused or can be claimed again. @returns false if another request has the key */
async function claimFreeKey(connection: Database, request: IdempotentRequest): Promise<boolean> {
  const { clientId, key, requestHash, jobId } = request;
  const { numAffectedRows: added } = await sql`
    insert into idempotency_key (client_id, idempotency_key, request_hash, job_id)
    values (${clientId}, ${key}, ${requestHash}, ${jobId})
    on conflict do nothing`.execute(connection);
  if (added === 1n) return true;
  // a separate statement, because an upsert of a distributed table may contain neither the time nor another table
  const { numAffectedRows: claimed } = await sql`
    update idempotency_key
    set
      request_hash = ${requestHash},
      job_id = ${jobId},
      status = null,
      answer = null,
      content_sha256 = null,
      content_bytes = null,
      content_complete = null,
      created_at = now()
    where idempotency_key.client_id = ${clientId}
      and idempotency_key.idempotency_key = ${key}
      and (
        idempotency_key.created_at < now() - interval '24 hours'
        or (
          idempotency_key.status is null
          and idempotency_key.created_at < now() - interval '10 seconds'
          and not exists (
            select from import_job
            where import_job.client_id = ${clientId}
              and import_job.job_id = idempotency_key.job_id
              and import_job.status = 'Importing'
          )
        )
      )`.execute(connection);
  return claimed === 1n;
}

async function findFirstRequest(
  connection: Database,
  { clientId, key }: IdempotentRequest,
): Promise<FirstRequest | undefined> {
  const { rows } = await sql<FirstRequest>`
    select
      idempotency_key.request_hash as "requestHash",
      idempotency_key.job_id as "jobId",
      case
        when idempotency_key.content_sha256 is not null
        then jsonb_build_object(
          'sha256', encode(idempotency_key.content_sha256, 'hex'),
          'bytes', idempotency_key.content_bytes,
          'isComplete', idempotency_key.content_complete
        )
      end as content,
      idempotency_key.status,
      idempotency_key.answer
    from idempotency_key
    where idempotency_key.client_id = ${clientId} and idempotency_key.idempotency_key = ${key}`.execute(connection);
  return rows[0];
}

/**
 * Maximum number of attempts to claim a key. An attempt is repeated if another request held the key but released it before that request
 * could be read. Only a bug can cause more repetitions than this.
 */
const maxClaims = 20;

/**
 * Claims an Idempotency-Key for a job. A key can be claimed again after 24 h. A key without a response can be claimed again after 10 s if
 * its job is not running. Tries again if the key is released or purged before the first request has been read.
 * @returns undefined if this request claimed the key, otherwise the request that claimed it first
 */
export async function claimIdempotencyKey(
  connection: Database,
  request: IdempotentRequest,
): Promise<FirstRequest | undefined> {
  for (let claims = 0; claims < maxClaims; claims += 1) {
    if (await claimFreeKey(connection, request)) return undefined;
    const first = await findFirstRequest(connection, request);
    if (first) return first;
  }
  throw new Error('an Idempotency-Key was claimed and released again and again');
}

/** Stores the first response with the content of the body, so that repeated requests get the same response. */
export async function saveIdempotentAnswer(
  connection: Database,
  request: IdempotentRequest,
  { status, answer, content }: { status: number; answer: unknown; content: BodyContent | undefined },
): Promise<void> {
  await sql`
    update idempotency_key
    set
      status = ${status},
      answer = ${JSON.stringify(answer)}::jsonb,
      content_sha256 = decode(${content?.sha256 ?? null}, 'hex'),
      content_bytes = ${content?.bytes ?? null},
      content_complete = ${content?.isComplete ?? null}
    where idempotency_key.client_id = ${request.clientId}
      and idempotency_key.idempotency_key = ${request.key}
      and idempotency_key.job_id = ${request.jobId}`.execute(connection);
}

/** Releases the key of a request whose response must not be stored. */
export async function releaseIdempotencyKey(connection: Database, request: IdempotentRequest): Promise<void> {
  await sql`
    delete from idempotency_key
    where idempotency_key.client_id = ${request.clientId}
      and idempotency_key.idempotency_key = ${request.key}
      and idempotency_key.job_id = ${request.jobId}`.execute(connection);
}

export async function purgeIdempotencyKeys(connection: Database): Promise<void> {
  await sql`delete from idempotency_key where idempotency_key.created_at < now() - interval '24 hours'`.execute(
    connection,
  );
}
