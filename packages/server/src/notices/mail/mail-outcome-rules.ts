const minuteMs = 60_000;
const maxWaitMs = 30 * minuteMs;
/** After this many consecutive rejections by the mail server, an address gets no e-mail until the next notice. */
const maxRejections = 5;

const waitAfter = (tries: number): number => Math.min(minuteMs * 2 ** Math.min(tries - 1, 10), maxWaitMs);

/**
 * Decides what happens after an e-mail could not be sent.
 * @param responseCode the reply code of the mail server; undefined if the server could not be reached or did not answer in time
 * @param tries the number of tries, including this one; `wasRejected`: whether the mail server rejected the previous try
 * @returns `waitMs`: null if the e-mail waits for the next notice; `isServerDown`: true if other e-mails would fail as well; `tries`: the number of tries to store.
 * Earlier tries do not count as rejections if the server could not be reached
 */
export function judgeFailure(
  responseCode: number | undefined,
  { tries, wasRejected }: { tries: number; wasRejected: boolean },
): { problem: 'rejected' | 'unreachable'; waitMs: number | null; isServerDown: boolean; tries: number } {
  // 421 means that the server is not available. 530 to 539 are about Pimento's credentials. None of these codes is about the recipient.
  const isServerDown = responseCode === undefined || responseCode === 421 || Math.floor(responseCode / 10) === 53;
  if (isServerDown || responseCode < 500)
    return { problem: 'unreachable', waitMs: waitAfter(tries), isServerDown, tries };
  const rejections = wasRejected ? tries : 1;
  const waitMs = rejections < maxRejections ? waitAfter(rejections) : null;
  return { problem: 'rejected', waitMs, isServerDown: false, tries: rejections };
}
