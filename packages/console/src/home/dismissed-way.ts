interface Owner {
  personId: string;
  clientId: string;
}

const storageKey = ({ personId, clientId }: Owner) => `pimento.firstDelivery.${personId}.${clientId}`;

/** Returns true if the person has dismissed, in this browser, the first-delivery steps for a client. */
export const isWayDismissed = (owner: Owner): boolean => localStorage.getItem(storageKey(owner)) !== null;

export function dismissWay(owner: Owner): void {
  localStorage.setItem(storageKey(owner), 'dismissed');
}
