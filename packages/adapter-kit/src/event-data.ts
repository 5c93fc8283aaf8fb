import { authenticationEventData, submitEventData } from '@pimento/contract';
import type { PolledEvent } from './gateway.ts';

/** Thrown if the data of an event does not match the contract, for example because the service is much newer than the adapter. */
export class EventDataError extends Error {
  override readonly name = 'EventDataError';
}

interface DataSchema<Data> {
  safeParse(
    value: unknown,
  ): { success: true; data: Data } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** @throws EventDataError */
export function readData<Data>(schema: DataSchema<Data>, { eventType, data }: PolledEvent): Data {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new EventDataError(`${eventType}: ${issue?.path.map(String).join('.')} ${issue?.message}`);
}

const submissionIdOnly = submitEventData.pick({ submissionId: true });
const accountIdOnly = authenticationEventData.pick({ accountId: true });

/** Returns the submission id of a SUBMIT_EVENT, even if the rest of its data is invalid, or undefined if the id cannot be read. */
export const submissionOf = ({ eventType, data }: PolledEvent): string | undefined =>
  eventType === 'SUBMIT_EVENT' ? submissionIdOnly.safeParse(data).data?.submissionId : undefined;

/** Returns the account id of an AUTHENTICATION_EVENT, even if the rest of its data is invalid, or undefined if the id cannot be read. */
export const accountOf = ({ data }: PolledEvent): string | undefined => accountIdOnly.safeParse(data).data?.accountId;
