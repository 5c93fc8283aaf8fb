import { Alert, Anchor, List, Text } from '@mantine/core';
import { type ConnectionView, previewSubmit, type SubmitPreview as Counts } from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../i18n/language.tsx';
import { useReadinessTexts } from '../readiness/texts/readiness-texts.ts';
import { useWork } from '../session/session.tsx';
import { callKey } from '../session/use-call.ts';
import { choiceBody, type SubmitChoice } from './submit-choice.ts';

/** How many of the chosen products are ready for the channel; nothing if the channel has no data standard. */
export function SubmitPreview({ choice, channel }: { choice: SubmitChoice; channel: ConnectionView }) {
  const { channelId, standardVersion, isGated = false } = channel;
  const { api, clientId } = useWork();
  const search = choice.kind === 'all' ? choice.search : undefined;
  const { data } = useQuery({
    queryKey: callKey(clientId, previewSubmit, channelId, search, [...choice.ids]),
    enabled: standardVersion !== undefined,
    queryFn: async ({ signal }) => {
      const body = await choiceBody(api, choice, undefined);
      return body ? api.call(previewSubmit, { params: { channelId }, body, signal }) : null;
    },
    // the counts are those of the moment when the dialog is opened
    gcTime: 0,
    staleTime: Infinity,
  });
  return data ? <PreviewCounts channelId={channelId} counts={data} isGated={isGated} /> : null;
}

function PreviewCounts(props: { channelId: string; counts: Counts; isGated: boolean }) {
  const { channelId, counts, isGated } = props;
  const { ready, unchanged, notReady, held, checking, reasons } = counts;
  const { preview: t } = useReadinessTexts();
  const formats = useFormats();
  const lines = [
    ...(unchanged > 0 ? [t.unchanged(unchanged, formats.number(unchanged))] : []),
    ...(checking > 0 ? [t.checking(checking, formats.number(checking))] : []),
    ...(held > 0 ? [t.held(held, formats.number(held))] : []),
    ...(notReady > 0 ? [t.notReady(notReady, formats.number(notReady))] : []),
  ];
  const isSkipping = isGated && notReady + held > 0;
  return (
    <Alert
      color={isSkipping ? 'orange' : 'olive'}
      variant="light"
      title={t.ready(ready, formats.number(ready))}
      role="status"
    >
      {lines.length > 0 && (
        <List size="sm" spacing={2}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {reasons.map((reason) => (
        <Reason key={`${reason.target ?? ''} ${reason.code}`} channelId={channelId} reason={reason} />
      ))}
      {notReady + held > 0 && (
        <Text size="sm" mt={6}>
          {isGated ? t.gated : t.notGated}
        </Text>
      )}
    </Alert>
  );
}

/** A frequent error, with a link to its products. */
function Reason({ channelId, reason }: { channelId: string; reason: Counts['reasons'][number] }) {
  const { target, code, products } = reason;
  const t = useReadinessTexts();
  const formats = useFormats();
  return (
    <Text size="sm" mt={4}>
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(root) => (
          <Link
            {...root}
            to="/channels/$channelId"
            params={{ channelId }}
            search={{ tab: 'readiness', code, ...(target === null ? {} : { target }) }}
          />
        )}
      >
        {[target, t.codes[code] ?? code].filter((text) => text !== null).join(': ')}
      </Anchor>{' '}
      ({formats.number(products)})
    </Text>
  );
}
