/**
 * Types that a browser may run or load as a part of a page: HTML, XML, SVG, scripts, style sheets. A store cannot send `nosniff` and
 * `Content-Security-Policy` with them.
 */
const active = /^text\/(?!(?:plain|csv)$)|^image\/svg|[/+]xml\b|html|(?:java|ecma|j|live)script|flash|^multipart\//;

/** Headers with which a response from the store would differ from the same response of the service. */
const ownHeaders = ['if-range', 'sec-fetch-site', 'cookie', 'origin', 'upgrade-insecure-requests'] as const;

/**
 * Returns true if a request for a file may be answered with a redirect to the store, which sends the file as an attachment. Browsers are
 * not redirected: they need the security headers of the service, and pages could not read an answer from another origin. Browsers send
 * `Sec-Fetch-Site` over HTTPS, `Upgrade-Insecure-Requests` when a person opens a link, `Origin` when a page of another origin reads an
 * answer, and the cookie of the console. `If-Range` has an ETag that the store does not know. An address is signed for GET only.
 */
export function mayRedirect(
  contentType: string,
  { method, headers }: { method: string; headers: Readonly<Record<string, unknown>> },
): boolean {
  return method === 'GET' && !active.test(contentType) && ownHeaders.every((name) => headers[name] === undefined);
}
