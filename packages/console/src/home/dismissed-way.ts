interface Owner {
  personId: string;
  clientId: string;
}

const storageKey = ({ personId, clientId }: Owner) => `pimento.firstDelivery.${personId}.${clientId}`;

/** Returns true if the person has dismissed the steps to the first delivery of a client in this browser. */
export const isWayDismissed = (owner: Owner): boolean => localStorage.getItem(storageKey(owner)) !== null;

export function dismissWay(owner: Owner): void {
  localStorage.setItem(storageKey(owner), 'dismissed');
}
