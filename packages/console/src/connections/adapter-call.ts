import type { ConnectionView } from '@pimento/contract';
import { useFormats, useMessages } from '../i18n/language.tsx';

/** Adapters ask every minute or so; when they called is noted once a minute. */
const silenceMs = 10 * 60_000;

export type AdapterCall = Pick<ConnectionView, 'name' | 'adapterLastCall'>;

export const isSilent = ({ adapterLastCall }: AdapterCall): boolean =>
  adapterLastCall === null || Date.now() - Date.parse(adapterLastCall) > silenceMs;

/** When the adapter of a channel called last, as a sentence and as a warning. */
export function useAdapterCall(): { last(call: AdapterCall): string; warning(call: AdapterCall): string } {
  const t = useMessages();
  const formats = useFormats();
  return {
    last: ({ adapterLastCall }) =>
      adapterLastCall === null ? t.channels.neverCalled : t.channels.lastCall(formats.ago(adapterLastCall)),
    warning: ({ adapterLastCall }) =>
      adapterLastCall === null ? t.channels.silentEver : t.channels.silentSince(formats.ago(adapterLastCall)),
  };
}
