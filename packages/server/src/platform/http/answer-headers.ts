import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Features of browsers that no page of this service uses. */
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
/** An answer that is no page loads nothing and is shown in no frame. */
const noPage = "default-src 'none'; frame-ancestors 'none'";

/**
 * Adds the headers of every answer: request id, security headers, and for answers to an authorized caller that they are not kept by caches.
 * @param isSecure whether people reach this service over HTTPS, so that browsers may be told to use nothing else
 */
export async function addAnswerHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    // without subdomains, because other services may share the domain
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
    if (isStopping) void reply.header('connection', 'close');
    done();
  });
}
