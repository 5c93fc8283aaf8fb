import type { ConnectionView } from '@pimento/contract';
import { useFormats, useMessages } from '../i18n/language.tsx';

/**
 * An adapter counts as silent after this time without a call. Adapters poll about once a minute, and the last call is recorded once a
 * minute.
 */
const silenceMs = 10 * 60_000;

/** A channel and the time of its adapter's last call. The time is null if the adapter has never called. */
export type AdapterCall = Pick<ConnectionView, 'name' | 'adapterLastCall'>;

/** Returns true if the adapter of a channel has never called or has not called for 10 minutes. */
export const isSilent = ({ adapterLastCall }: AdapterCall): boolean =>
  adapterLastCall === null || Date.now() - Date.parse(adapterLastCall) > silenceMs;

/** Returns functions that describe the last call of a channel's adapter, as a sentence and as a warning. */
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
