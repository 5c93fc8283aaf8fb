/** Records when each client last sent a request, so that long work of one client can yield to other clients. */
export interface ClientActivity {
  /** Records a request. @param client the name under which the request is counted in shared pools */
  record(client: string): void;
  /** Returns true if another client has sent a request in the last quarter of a second. */
  hasOthers(client: string): boolean;
}

const windowMs = 250;

export function createClientActivity(now: () => number): ClientActivity {
  /** The time of the last request of each client, oldest first. */
  const lastAt = new Map<string, number>();
  return {
    record(client) {
      lastAt.delete(client);
      lastAt.set(client, now());
    },
    hasOthers(client) {
      for (const [other, at] of lastAt) {
        if (now() - at > windowMs) lastAt.delete(other);
        else if (other !== client) return true;
      }
      return false;
    },
  };
}
