import { channelStates, type ConnectionView } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import classes from './connections.module.css';

/** A bar of the product counts of a channel by state; each segment links to the products in its state. */
export function StateBar({ channel }: { channel: Pick<ConnectionView, 'channelId' | 'name' | 'productCounts'> }) {
  const t = useMessages();
  const formats = useFormats();
  const segments = channelStates
    .map((state) => ({ state, count: channel.productCounts[state] ?? 0 }))
    .filter(({ count }) => count > 0);
  if (segments.length === 0) return null;
  return (
    <div role="group" aria-label={t.channels.productsBy(channel.name)}>
      <div className={classes.bar}>
        {segments.map(({ state, count }) => (
          <Link
            key={state}
            to="/channels/$channelId"
            params={{ channelId: channel.channelId }}
            search={{ tab: 'products', state }}
            className={classes.segment}
            data-state={state}
            style={{ flex: `${count} 1 0` }}
            aria-label={t.channels.segment(t.states[state], formats.number(count))}
            title={t.channels.segment(t.states[state], formats.number(count))}
          >
            {formats.number(count)}
          </Link>
        ))}
      </div>
      <div className={classes.legend} aria-hidden>
        {segments.map(({ state, count }) => (
          <span key={state}>
            <span className={classes.swatch} data-state={state} />
            {t.states[state]} <span className="number">{formats.number(count)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
