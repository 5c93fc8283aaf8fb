import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Browser features that no page of Pimento uses. */
const permissions = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];
/** The policy for responses that are not pages. Such a response may not load anything or be shown in a frame. */
const noPage = "default-src 'none'; frame-ancestors 'none'";

/**
 * Adds the headers of every response. These are the request id, security headers and, for responses to an authorized caller, a header that
 * prevents caching unless the handler has set its own.
 * @param isSecure true if people reach Pimento over HTTPS, in which case browsers are instructed to use only HTTPS
 * @param isLeaving returns true if Pimento will stop soon, so that callers should open their next connection elsewhere
 */
export async function addAnswerHeaders(
  app: FastifyInstance,
  { isSecure, isLeaving }: { isSecure: boolean; isLeaving: () => boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    // subdomains are not included, because other services may share the domain
    hsts: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-request-id', request.id);
    void reply.header('permissions-policy', permissions.map((name) => `${name}=()`).join(', '));
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', noPage);
    if (request.caller !== undefined) {
      if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      void reply.header('vary', 'authorization, cookie, pimento-client');
    }
    // otherwise the caller would keep the connection open and delay the shutdown
    if (isStopping || isLeaving()) void reply.header('connection', 'close');
    done();
  });
}
