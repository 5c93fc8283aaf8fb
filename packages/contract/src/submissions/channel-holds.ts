import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';
import { hasOneChoice, productChoice } from '../products/product-choice.ts';

export const holdChannelProducts = operation({
  id: 'holdChannelProducts',
  audit: 'none',
  tag: 'Products on channels',
  permission: { who: 'client', scope: 'channels' },
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: '/api/channels/v1/channels/{channelId}/products/hold',
  summary: 'Keep products from being submitted to a channel, or release them',
  description:
    'Submissions skip a held product (`held`), and it is never due. If products become Ready by themselves (`readyWhen: valid`), a held product is in the state Progress. Adding a product with the state Ready releases it. Products that are not on the channel are ignored. Only channels with a data standard have held products.',
  params: z.object({ channelId: storableText() }),
  query: none,
  body: z
    .strictObject({ ...productChoice, isHeld: z.boolean() })
    .refine(hasOneChoice, must('ids-or-filter'))
    .meta({ id: 'HoldChannelProducts' }),
  answers: {
    200: {
      description: 'Number of products that were held or released now',
      schema: z.object({ changed: z.number().int() }).meta({ id: 'HoldChannelProductsAnswer' }),
    },
  },
  problems: [
    'unknown-channel',
    'unknown-connection',
    'unknown-standard',
    'invalid-body',
    'malformed-json',
    'invalid-parameter',
  ],
});
