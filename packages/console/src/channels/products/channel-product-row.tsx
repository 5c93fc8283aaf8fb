import { visibleText } from '@pimento/contract/text';
import { Anchor, Checkbox, Table, Text } from '@mantine/core';
import type { ListedChannelProduct } from '@pimento/contract';
import { Link } from '@tanstack/react-router';
import { Reasons } from '../../connections/reasons.tsx';
import { standingText } from '../../connections/standing-text.ts';
import { StateBadge } from '../../connections/state-badge.tsx';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { OutcomeBadge } from '../../readiness/outcome/outcome-badge.tsx';
import { productOnChannel } from '../../readiness/outcome/product-on-channel.ts';
import { useReadinessTexts } from '../../readiness/texts/readiness-texts.ts';
import { WayBack } from '../../readiness/way-back-loader.tsx';
import { useWork } from '../../session/session.tsx';

/** One product on a channel, with a link to its last submission. */
export function ChannelProductRow(props: {
  product: ListedChannelProduct;
  hasStandard: boolean;
  isSelected: boolean;
  onToggle: () => void;
}) {
  const { product, hasStandard, isSelected, onToggle } = props;
  const t = useMessages();
  const formats = useFormats();
  const { canWrite } = useWork();
  return (
    <Table.Tr>
      {canWrite && (
        <Table.Td>
          <Checkbox
            size="xs"
            aria-label={t.products.choose(product.productId)}
            checked={isSelected}
            onChange={onToggle}
          />
        </Table.Td>
      )}
      <Table.Td>
        <ProductName product={product} />
      </Table.Td>
      <Table.Td>
        <StateBadge state={product.state} />
      </Table.Td>
      {hasStandard && (
        <Table.Td>
          <ProductOutcome product={product} />
        </Table.Td>
      )}
      <Table.Td>
        <Reasons
          judgement={product}
          productId={product.productId}
          wayBack={(attributeId) => (
            <WayBack channelId={product.channelId} productId={product.productId} attributeId={attributeId} />
          )}
        />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text size="sm">{formats.moment(product.changed)}</Text>
        {product.submissionId !== null && (
          <Anchor component={Link} to={`/submissions/${product.submissionId}`} size="xs">
            {t.channels.submission}
          </Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** The readiness of a product with a link to its problems, and a note if submissions of the product are on hold. */
function ProductOutcome({ product }: { product: ListedChannelProduct }) {
  const t = useReadinessTexts();
  const { productId, channelId, outcome, isHeld } = product;
  return (
    <>
      {outcome !== undefined && (
        <Link to={productOnChannel(productId, channelId)}>
          <OutcomeBadge outcome={outcome} />
        </Link>
      )}
      {isHeld === true && (
        <Text size="xs" c="dimmed">
          {t.held}
        </Text>
      )}
    </>
  );
}

function ProductName({ product }: { product: ListedChannelProduct }) {
  const t = useMessages();
  const { productId, name } = product;
  const standing = standingText(product, t.channels);
  return (
    <>
      <Anchor
        component={Link}
        to={`/products/${encodeURIComponent(productId)}`}
        size="sm"
        fw={500}
        style={{ overflowWrap: 'anywhere' }}
      >
        {name ?? visibleText(productId)}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[...(name === null ? [] : [productId]), ...(standing === undefined ? [] : [standing])].join(' · ')}
      </Text>
    </>
  );
}
