import { channelStates, type ConnectionView } from '@pimento/contract/wire';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { CountBar, type CountSegment } from '../ui/counts/count-bar.tsx';
import { stateTone } from './state-tones.ts';

/** A bar of the product counts of a channel by state. Each segment links to the products in its state. */
export function StateBar({ channel }: { channel: Pick<ConnectionView, 'channelId' | 'name' | 'productCounts'> }) {
  const t = useMessages();
  const formats = useFormats();
  const { channelId, name, productCounts } = channel;
  const segments = channelStates.flatMap((state): CountSegment[] => {
    const count = productCounts[state] ?? 0;
    if (count === 0) return [];
    const label = t.states[state];
    const title = t.channels.segment(label, formats.number(count));
    return [
      {
        id: state,
        label,
        count,
        tone: stateTone(state),
        link: (props) => (
          <Link
            to="/channels/$channelId"
            params={{ channelId }}
            search={{ tab: 'products', state }}
            aria-label={title}
            title={title}
            {...props}
          />
        ),
      },
    ];
  });
  return <CountBar name={t.channels.productsBy(name)} segments={segments} />;
}
