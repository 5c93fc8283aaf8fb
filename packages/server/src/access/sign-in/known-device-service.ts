import type { Clock, SecretBox } from '../../platform/index.ts';

type Headers = Record<string, string | string[] | undefined>;

/**
 * Cookies that identify a device that has signed in before. They grant no access. Failed sign-ins from other devices do not count against a
 * recognised device.
 */
export interface KnownDevices {
  /** Returns the id of the device. @returns undefined if its last sign-in was not with this e-mail address */
  find(headers: Headers, email: string): string | undefined;
  /** Returns the `Set-Cookie` header for a device that has just signed in. */
  cookie(email: string): string;
}

const purpose = 'known device';
const yearSeconds = 365 * 24 * 3600;

/** @param isSecure true if the cookie is sent only over HTTPS */
export function createKnownDevices(
  { clock, secretBox }: { clock: Clock; secretBox: SecretBox },
  isSecure: boolean,
): KnownDevices {
  const name = `${isSecure ? '__Secure-' : ''}pimento.device`;
  const signed = (deviceId: string, email: string) => JSON.stringify([deviceId, email]);
  return {
    find({ cookie }, email) {
      if (typeof cookie !== 'string') return undefined;
      const value = cookie
        .split(/;\s*/)
        .find((part) => part.startsWith(`${name}=`))
        ?.slice(name.length + 1);
      const [deviceId = '', signature = ''] = value?.split('.') ?? [];
      return deviceId !== '' && secretBox.isSigned(signed(deviceId, email), purpose, signature) ? deviceId : undefined;
    },
    cookie(email) {
      const deviceId = clock.randomId();
      const value = `${deviceId}.${secretBox.sign(signed(deviceId, email), purpose)}`;
      const secure = isSecure ? '; Secure' : '';
      return `${name}=${value}; Max-Age=${yearSeconds}; Path=/console/session; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}
