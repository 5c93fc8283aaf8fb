import type { Account, AnswerOf, reportAuthentication } from '@pimento/contract';

export type AuthenticationState = AnswerOf<typeof reportAuthentication>;

export interface AccountIds {
  clientId: string;
  channelId: string;
  accountId: string;
}

export interface GivenAuthentication {
  status: 'SUCCESS' | 'FAILURE';
  message?: string | null | undefined;
  erroneousProperties?: string[] | null | undefined;
  eventId?: string | null | undefined;
}

/** Recognizes password fields by name, because a scenario does not declare the fields of an account. */
const isPassword = (fieldId: string) => /pass|secret|token|key/i.test(fieldId);

/** One account and the results reported for it. */
export class SimulatedAccount {
  readonly ids: AccountIds;
  readonly #created: string;
  #properties: Record<string, string>;
  #eventId: string;
  readonly #eventIds = new Set<string>();
  #state: Account['state'] = 'Authenticating';
  #message: string | null = null;
  #fieldErrors: Account['fieldErrors'] = [];
  #validated: string | null = null;

  constructor(ids: AccountIds, properties: Record<string, string>, eventId: string) {
    this.ids = ids;
    this.#properties = properties;
    this.#eventId = eventId;
    this.#eventIds.add(eventId);
    this.#created = new Date().toISOString();
  }

  get state(): Account['state'] {
    return this.#state;
  }

  get password(): string | undefined {
    return this.#properties['password'];
  }

  /** Returns the account's fields. Passwords are null once the result has been reported. */
  shown(): Record<string, string | null> {
    const isOpen = this.#state === 'Authenticating';
    const entries = Object.entries(this.#properties);
    return Object.fromEntries(entries.map(([id, value]) => [id, isPassword(id) && !isOpen ? null : value]));
  }

  askAgain(properties: Record<string, string>, eventId: string): void {
    this.#properties = properties;
    this.#eventId = eventId;
    this.#eventIds.add(eventId);
    this.#state = 'Authenticating';
  }

  /** Returns true if a report refers to an event of this account. A report without an event id always refers to the account. */
  hasAsked({ eventId }: GivenAuthentication): boolean {
    return typeof eventId !== 'string' || this.#eventIds.has(eventId);
  }

  report({ status, message, erroneousProperties, eventId }: GivenAuthentication): AuthenticationState {
    const outdated = typeof eventId === 'string' && eventId !== this.#eventId;
    if (!outdated) {
      this.#state = status === 'SUCCESS' ? 'Connected' : 'Failed';
      this.#message = message ?? null;
      const reason = message ?? 'was refused';
      this.#fieldErrors = (erroneousProperties ?? []).map((fieldId) => ({ fieldId, message: reason }));
      this.#validated = new Date().toISOString();
    }
    return { ...this.#view(), clientId: this.ids.clientId, outdated };
  }

  #view(): Account {
    const { accountId, channelId } = this.ids;
    const entries = Object.entries(this.#properties);
    return {
      accountId,
      channelId,
      name: accountId,
      state: this.#state,
      properties: Object.fromEntries(
        entries.map(([id, value]) => [id, { value: isPassword(id) ? null : value, set: true }]),
      ),
      message: this.#message,
      fieldErrors: this.#fieldErrors,
      listOfValues: null,
      created: this.#created,
      updated: this.#created,
      validated: this.#validated,
    };
  }
}
