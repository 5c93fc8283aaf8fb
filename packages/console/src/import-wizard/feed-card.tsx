import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { FilePreview } from '@pimento/contract';
import { fileKinds } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import type { WizardInput } from './draft/draft-types.ts';
import { FeedAttributes } from './feed-attributes.tsx';
import { FeedProblems } from './feed-problems.tsx';
import { useWizardTexts } from './texts/wizard-texts.ts';

type Feed = NonNullable<FilePreview['feed']>;

const shownComposites = 12;

/**
 * The content of a recognised feed, which is shown instead of the columns of a table.
 * @param props.onPlain reads the file as a plain file instead of as a feed
 */
export function FeedCard(props: {
  preview: FilePreview;
  feed: Feed;
  onPlain: (format: WizardInput['format']) => void;
}) {
  const { preview, feed, onPlain } = props;
  const texts = useWizardTexts();
  const formats = useFormats();
  const { format, sample } = preview;
  const name = format.feed === null ? '' : texts.feeds[format.feed];
  const plain = fileKinds.find((kind) => kind === format.kind);
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.feedOf(name)}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            <Title order={2} size="h4">
              {texts.feedOf(name)}
            </Title>
            {sample.products > 0 && <Badge>{texts.feedSample(formats.number(sample.products), sample.isWhole)}</Badge>}
          </Group>
          {plain !== undefined && (
            <Button variant="default" size="xs" onClick={() => onPlain({ kind: plain })}>
              {plain === 'json' || plain === 'ndjson' ? texts.readPlainJson : texts.readPlain}
            </Button>
          )}
        </Group>
        <Text size="sm">{texts.feedText}</Text>
        <FeedNotes feed={feed} />
        <FeedProblems problems={preview.problems} />
        <FeedAttributes attributes={feed.attributes} />
      </Stack>
    </Paper>
  );
}

/** Notes about what the import does in addition to storing products, and what it cannot do. */
function FeedNotes({ feed: { composites, hasErrorFile, isTooSlow } }: { feed: Feed }) {
  const texts = useWizardTexts();
  const names = composites.slice(0, shownComposites).join(', ') + (composites.length > shownComposites ? ' …' : '');
  return (
    <>
      {isTooSlow && (
        <Alert color="orange" variant="light">
          {texts.feedTooSlow}
        </Alert>
      )}
      {composites.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {texts.composites(names)}
        </Text>
      )}
      {!hasErrorFile && (
        <Text size="sm" c="dimmed">
          {texts.noErrorFile}
        </Text>
      )}
    </>
  );
}
