import { type IdentityProvider, type Role, roles } from '@pimento/contract/wire';

/**
 * The fields of the form for an identity provider. `domains` has one domain per line. Commas can also separate domains. The `groups` of a
 * client have one group per line, with its role.
 */
export interface ProviderInput {
  providerId: string;
  name: string;
  issuer: string;
  oidcClientId: string;
  secret: string;
  domains: string;
  groupsClaim: string;
  listed: boolean;
  required: boolean;
  clients: ClientInput[];
}

export interface ClientInput {
  clientId: string;
  defaultRole: Role | null;
  groups: string;
}

export const emptyClient: ClientInput = { clientId: '', defaultRole: 'viewer', groups: '' };

export const emptyProvider: ProviderInput = {
  providerId: '',
  name: '',
  issuer: '',
  oidcClientId: '',
  secret: '',
  domains: '',
  groupsClaim: '',
  listed: false,
  required: false,
  clients: [],
};

export function inputOf(provider: IdentityProvider): ProviderInput {
  return {
    ...provider,
    secret: '',
    domains: provider.domains.join('\n'),
    groupsClaim: provider.groupsClaim ?? '',
    clients: provider.clients.map(({ groups, ...client }) => ({
      ...client,
      groups: groups.map(({ group, role }) => `${group} = ${role}`).join('\n'),
    })),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Reads lines such as `group = role`. The name of a group can contain "=". `fault` is the first invalid line, if there is one. */
export function readGroups(text: string): { groups: { group: string; role: Role }[] } | { fault: string } {
  const groups: { group: string; role: Role }[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const split = line.lastIndexOf('=');
    const group = line.slice(0, Math.max(split, 0)).trim();
    const role = roles.find(
      (one) =>
        one ===
        line
          .slice(split + 1)
          .trim()
          .toLowerCase(),
    );
    if (group === '' || role === undefined) return { fault: line };
    groups.push({ group, role });
  }
  return { groups };
}

/** Returns the settings to send. If a line of `groups` is not valid, returns the first such line as `fault`. */
export function readProvider(input: ProviderInput) {
  const { name, issuer, oidcClientId, secret, listed, required } = input;
  const clients = [];
  for (const { groups: text, ...client } of input.clients) {
    const read = readGroups(text);
    if ('fault' in read) return read;
    clients.push({ ...client, groups: read.groups });
  }
  const groupsClaim = input.groupsClaim.trim();
  return {
    settings: {
      name,
      issuer: issuer.trim(),
      oidcClientId: oidcClientId.trim(),
      domains: linesOf(input.domains),
      groupsClaim: groupsClaim === '' ? null : groupsClaim,
      listed,
      required,
      clients,
      ...(secret === '' ? {} : { secret }),
    },
  };
}
