import type { Credential } from './credentials.ts';
import type { VictimWorld } from './victim-world.ts';

const split = (path: string): [path: string, query: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
};
const changePath = (change: (path: string) => string) => (path: string) => {
  const [steps, query] = split(path);
  return change(steps) + query;
};
const addQuery = (pair: string) => (path: string) => `${path}${path.includes('?') ? '&' : '?'}${pair}`;

/**
 * Requests that have no credential in the place where the service expects one. They have no credential at all, headers that some servers
 * trust, a credential in the query, a different spelling of the address, or a different method.
 */
export function anonymousRequests({ acme, people }: VictimWorld): Credential[] {
  const respelled: Record<string, (path: string) => string> = {
    'the key in the query': addQuery(`key=${acme.secret}`),
    'the key in the query as authorization': addQuery(`Authorization=Bearer%20${acme.secret}`),
    'the cookie in the query': addQuery(encodeURIComponent(people.owner.cookie)),
    'an address with two slashes': (path) => `/${path}`,
    'an address with a slash at its end': changePath((path) => `${path}/`),
    'an address in upper case': changePath((path) => path.toUpperCase()),
    'an address with steps up': (path) => `/healthz/..${path}`,
    'an address with encoded steps up': (path) => `/healthz/%2e%2e${path}`,
    'an address with an encoded slash': changePath((path) => `/${encodeURIComponent(path.slice(1))}`),
    'an address with path parameters': changePath((path) => `${path};a=b`),
    'an address with an encoded letter': changePath((path) =>
      path.replace(/^\/(.)/, (_whole, letter: string) => `/%${letter.codePointAt(0)?.toString(16) ?? ''}`),
    ),
    'an address below static files': (path) => `/static/..${path}`,
    'an address of the second kind': (path) => `/as-sent${path}`,
    'an address with a host': (path) => `http://evil.example${path}`,
    'an address with a null character': changePath((path) => `${path}%00`),
  };
  const headed: Record<string, Credential['headers']> = {
    'no credential': [],
    'the name of the client alone': [['pimento-client', 'acme']],
    'the address of the machine': [
      ['x-forwarded-for', '127.0.0.1'],
      ['x-real-ip', '127.0.0.1'],
      ['forwarded', 'for=127.0.0.1'],
    ],
    'names of other servers': [
      ['x-remote-user', 'operator'],
      ['x-forwarded-user', 'operator'],
      ['x-forwarded-email', 'operator@pimento.local'],
    ],
    'another method in a header': [
      ['x-http-method-override', 'GET'],
      ['x-method-override', 'DELETE'],
    ],
    'another address in a header': [
      ['x-original-url', '/healthz'],
      ['x-rewrite-url', '/healthz'],
    ],
  };
  return [
    ...Object.entries(headed).map(([name, headers]) => ({ name, headers, isVariant: headers.length > 0 })),
    ...Object.entries(respelled).map(([name, respell]) => ({
      name,
      headers: [],
      respell,
      isVariant: name.startsWith('an address'),
    })),
    { name: 'the method HEAD', headers: [], method: () => 'HEAD' },
    {
      name: 'the method OPTIONS',
      isVariant: true,
      headers: [
        ['origin', 'https://evil.example'],
        ['access-control-request-method', 'DELETE'],
      ],
      method: () => 'OPTIONS',
    },
  ];
}
