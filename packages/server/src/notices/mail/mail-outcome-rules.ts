const minuteMs = 60_000;
const maxWaitMs = 30 * minuteMs;
/** Number of the first try at which a rejection by the mail server is final. The address then gets no e-mail until the next notice. */
const maxRejections = 5;

/**
 * Decides what happens after an e-mail could not be sent.
 * @param responseCode the reply code of the mail server; undefined if the server could not be reached or did not answer in time
 * @returns `waitMs`: null if the e-mail waits for the next notice; `isServerDown`: true if other e-mails would fail as well
 */
export function judgeFailure(
  responseCode: number | undefined,
  tries: number,
): { problem: 'rejected' | 'unreachable'; waitMs: number | null; isServerDown: boolean } {
  const waitMs = Math.min(minuteMs * 2 ** Math.min(tries - 1, 10), maxWaitMs);
  // 421 means that the server is not available. 530 to 539 are about Pimento's credentials. None of these codes is about the recipient.
  const isServerDown = responseCode === undefined || responseCode === 421 || Math.floor(responseCode / 10) === 53;
  if (isServerDown || responseCode < 500) return { problem: 'unreachable', waitMs, isServerDown };
  return { problem: 'rejected', waitMs: tries < maxRejections ? waitMs : null, isServerDown: false };
}
