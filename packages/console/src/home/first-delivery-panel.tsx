import { listAttributes, listProducts } from '@pimento/contract/wire';
import { useConnections } from '../connections/use-connections.ts';
import { useCall } from '../session/use-call.ts';
import { type CatalogueSteps, catalogueSteps, isCatalogueNew } from './catalogue-rules.ts';
import { CatalogueStepItems } from './catalogue-steps.tsx';
import { ChannelWay } from './channel-way.tsx';
import { DeliveryStep } from './delivery-step.tsx';
import { nearestChannel } from './first-delivery-rules.ts';
import { useFirstDeliveryTexts } from './first-delivery-texts.ts';
import { StepPanel } from './step-panel.tsx';

/**
 * The steps that lead a new client to its first delivery, for the channel with the most progress. Without a channel, the steps that need a
 * channel have the state `waiting`.
 */
export function FirstDeliveryPanel({ onDismiss }: { onDismiss: () => void }) {
  const t = useFirstDeliveryTexts();
  const channels = useConnections();
  const catalogue = useCatalogue();
  if (!catalogue || !channels.data) return null;
  const channel = nearestChannel(channels.data);
  if (channel) return <ChannelWay key={channel.channelId} {...{ channel, catalogue, onDismiss }} />;
  const { steps, productCount } = catalogue;
  if (!isCatalogueNew(steps)) return null;
  return (
    <StepPanel
      title={t.title}
      subtitle={t.noChannel}
      states={[steps.import, steps.define, 'waiting', 'waiting', 'waiting']}
      onDismiss={onDismiss}
    >
      <CatalogueStepItems steps={steps} productCount={productCount} />
      <DeliveryStep state="waiting" title={t.connect.title} text={t.connect.waiting} />
      <DeliveryStep state="waiting" title={t.submit.title} text={t.submit.waiting()} />
      <DeliveryStep state="waiting" title={t.delivery.title} text={t.delivery.waiting} />
    </StepPanel>
  );
}

const newMs = 5_000;

/**
 * Returns the first steps of the client and its number of products, or undefined while they are being loaded. Polls every 5 seconds while
 * there are no products, and once a minute afterwards.
 */
function useCatalogue(): { steps: CatalogueSteps; productCount: number } | undefined {
  // the same requests as in home-page.tsx, so that both share the responses
  const products = useCall(
    listProducts,
    { query: { limit: 1, count: true, fields: ['__NAME'] } },
    { refetchMs: ({ count }) => (count === 0 ? newMs : 60_000) },
  );
  const attributes = useCall(listAttributes, {}, { staleMs: 60_000 });
  if (!products.data || !attributes.data) return undefined;
  const productCount = products.data.count ?? products.data.products.length;
  return { steps: catalogueSteps(productCount, attributes.data.attributes), productCount };
}
