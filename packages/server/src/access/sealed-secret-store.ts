import { sql } from 'kysely';
import type { Transaction } from '../platform/index.ts';

/** A stored secret, sealed or encrypted, with the id of its row. */
export interface StoredSecret {
  id: string;
  secret: string;
}

export async function lockProviderSecrets(opened: Transaction): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    select identity_provider.provider_id as id, identity_provider.sealed_secret as secret
    from identity_provider
    order by identity_provider.provider_id
    for update`.execute(opened);
  return rows;
}

export async function saveProviderSecrets(opened: Transaction, secrets: readonly StoredSecret[]): Promise<void> {
  await sql`
    update identity_provider
    set sealed_secret = given.secret
    from jsonb_to_recordset(${JSON.stringify(secrets)}::jsonb) as given (id text, secret text)
    where identity_provider.provider_id = given.id`.execute(opened);
}

export async function lockMailSecrets(opened: Transaction): Promise<StoredSecret[]> {
  const { rows } = await sql<StoredSecret>`
    select outgoing_mail.mail_id as id, outgoing_mail.sealed as secret
    from outgoing_mail
    where outgoing_mail.sealed is not null
    order by outgoing_mail.mail_id
    for update`.execute(opened);
  return rows;
}

export async function saveMailSecrets(opened: Transaction, secrets: readonly StoredSecret[]): Promise<void> {
  await sql`
    update outgoing_mail
    set sealed = given.secret
    from jsonb_to_recordset(${JSON.stringify(secrets)}::jsonb) as given (id uuid, secret text)
    where outgoing_mail.mail_id = given.id`.execute(opened);
}

/** The encrypted secret and recovery codes of a person with an authenticator app. */
export interface StoredFactor extends StoredSecret {
  recoveryCodes: string;
}

export async function lockSecondFactors(opened: Transaction): Promise<StoredFactor[]> {
  const { rows } = await sql<StoredFactor>`
    select
      person_second_factor.second_factor_id as id,
      person_second_factor.secret,
      person_second_factor.recovery_codes as "recoveryCodes"
    from person_second_factor
    order by person_second_factor.second_factor_id
    for update`.execute(opened);
  return rows;
}

export async function saveSecondFactors(opened: Transaction, factors: readonly StoredFactor[]): Promise<void> {
  await sql`
    update person_second_factor
    set secret = given.secret, recovery_codes = given."recoveryCodes"
    from jsonb_to_recordset(${JSON.stringify(factors)}::jsonb) as given (id text, secret text, "recoveryCodes" text)
    where person_second_factor.second_factor_id = given.id`.execute(opened);
}
