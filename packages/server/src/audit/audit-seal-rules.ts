import type { auditFaults } from '@pimento/contract';
import type { SecretBox } from '../platform/index.ts';
import type { SealedTexts } from './audit-types.ts';

export type Signer = Pick<SecretBox, 'sign' | 'wasSigned'>;

const purpose = 'audit log';

export interface AuditFault {
  fault: (typeof auditFaults)[number];
  number: number | null;
  auditId: string | null;
}

/** A seal and its event. `event` is null if the event was deleted. */
export interface SealedEvent {
  number: number;
  auditId: string;
  seal: string;
  event: SealedTexts | null;
}

/** Returns the values of an event in the order in which its seal signs them. This order must never change. */
const textsInOrder = (event: SealedTexts): readonly unknown[] => [
  event.clientId,
  event.auditId,
  event.at,
  event.actor,
  event.address,
  event.userAgent,
  event.operation,
  event.objectKind,
  event.object,
  event.failed,
  event.details,
];

/** Returns the seal of an event, which is a signature over the event, its number and the previous seal. */
export function sealOf(
  signer: Signer,
  before: { number: number; seal: string },
  { auditId, event }: Pick<SealedEvent, 'auditId' | 'event'>,
): { number: number; auditId: string; seal: string } {
  const number = before.number + 1;
  return { number, auditId, seal: signer.sign(signedText(before, { auditId, event }), purpose) };
}

function signedText(
  before: { number: number; seal: string },
  { auditId, event }: Pick<SealedEvent, 'auditId' | 'event'>,
): string {
  return JSON.stringify([before.seal, before.number + 1, auditId, event && textsInOrder(event)]);
}

/**
 * Compares seals with their events. Each seal is checked against the stored seal before it, so that a changed event is reported as one
 * fault.
 * @param before number and seal of the last event before the page
 */
export function judgeSeals(
  signer: Signer,
  before: { number: number; seal: string },
  page: readonly SealedEvent[],
): AuditFault[] {
  const faults: AuditFault[] = [];
  let previous = before;
  for (const found of page) {
    const { number, auditId, seal, event } = found;
    const isNext = number === previous.number + 1;
    if (!isNext) faults.push({ fault: 'removed', number: previous.number + 1, auditId: null });
    else if (event === null) faults.push({ fault: 'removed', number, auditId });
    else if (!signer.wasSigned(signedText(previous, found), purpose, seal))
      faults.push({ fault: 'changed', number, auditId });
    previous = { number, seal };
  }
  return faults;
}
