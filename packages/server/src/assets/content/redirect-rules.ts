/**
 * Types that a browser may run or load as a part of a page, such as HTML, XML, SVG, scripts and style sheets. A store cannot send
 * `nosniff` and `Content-Security-Policy` with them.
 */
const active = /^text\/(?!(?:plain|csv)$)|^image\/svg|[/+]xml\b|html|(?:java|ecma|j|live)script|flash|^multipart\//;

/** Request headers that prevent a redirect, because the response of the store would differ from the response of Pimento. */
const ownHeaders = ['if-range', 'sec-fetch-site', 'cookie', 'origin', 'upgrade-insecure-requests'] as const;

/**
 * Returns true if a request for a file may be answered with a redirect to the store, which sends the file as an attachment. Browsers are
 * not redirected, because they need the security headers of Pimento, and pages could not read a response from another origin. Browsers send
 * `Sec-Fetch-Site` over HTTPS, `Upgrade-Insecure-Requests` when a user opens a link, `Origin` when a page of another origin reads a
 * response, and the cookie of the console. `If-Range` contains an ETag of Pimento, which differs from the ETag of the store. A store
 * address is signed for GET only.
 */
export function mayRedirect(
  contentType: string,
  { method, headers }: { method: string; headers: Readonly<Record<string, unknown>> },
): boolean {
  return method === 'GET' && !active.test(contentType) && ownHeaders.every((name) => headers[name] === undefined);
}
