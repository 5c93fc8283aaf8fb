import { Anchor, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AnswerOf, getStandardHead } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { useStandardTexts } from './texts/standard-texts.ts';

/** Name, version, source and license of a data standard. */
export function StandardFacts({ standard }: { standard: AnswerOf<typeof getStandardHead> }) {
  const t = useStandardTexts();
  const formats = useFormats();
  const { version, head } = standard;
  const { counts, publisher, published } = version;
  const purposes = head.purposes?.map(({ id, name }) => name ?? id).join(', ');
  const publishedBy = publisher === 'adapter' ? t.facts.byAdapter : t.facts.byOperator;
  const facts: [string, string | undefined][] = [
    [t.facts.version, formats.number(version.version)],
    [t.facts.release, head.release],
    [t.facts.published, `${formats.moment(published)}, ${publishedBy}`],
    [t.facts.purposes, purposes],
    [t.facts.language, head.language],
    [t.facts.license, head.license],
  ];
  const { attributes, categories, values, rules } = counts;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">
        {head.name}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t.counts(
          formats.number(attributes),
          formats.number(categories),
          formats.number(values),
          formats.number(rules),
        )}
      </Text>
      <dl className={layout.fields}>
        {facts.map(
          ([label, text]) =>
            text !== undefined && (
              <Fact key={label} label={label}>
                {text}
              </Fact>
            ),
        )}
        {head.source !== undefined && (
          <Fact label={t.facts.source}>
            <Source text={head.source} />
          </Fact>
        )}
      </dl>
    </Paper>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The source of a standard. It is a link only if it is a web address, because the publisher can write any text there. */
function Source({ text }: { text: string }) {
  if (!/^https?:\/\//.test(text)) return text;
  return (
    <Anchor href={text} target="_blank" rel="noreferrer" size="sm">
      {text}
    </Anchor>
  );
}
