import { Text } from '@mantine/core';
import { listImportJobs } from '@pimento/contract/wire';
import { useFormats } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { LongSelect } from '../../ui/fields/long-select.tsx';
import { actorChoice, importChoice } from './trace-names.ts';
import { useTraceTexts } from './trace-texts.ts';

/** Number of newest jobs whose imports, people and keys are offered. */
const offeredJobs = 200;

interface TraceOption {
  value: string;
  label: string;
}

/** Returns the newest imports and edits, and the people and keys that made them, as options. */
export function useTraceOptions(): Record<typeof importChoice | typeof actorChoice, TraceOption[]> {
  const formats = useFormats();
  const { kinds } = useTraceTexts();
  const { data } = useCall(listImportJobs, { query: { limit: offeredJobs } });
  const jobs = data?.jobs ?? [];
  const actors = new Map(
    jobs.flatMap(({ actor, actorName }) => (actor === undefined ? [] : [[actor, actorName ?? actor]])),
  );
  return {
    [importChoice]: jobs.map(({ jobRef, origin, startedAt, file }) => ({
      value: jobRef,
      label: [kinds[origin], file?.name, formats.moment(startedAt)].filter((part) => part !== undefined).join(' · '),
    })),
    [actorChoice]: [...actors].map(([value, label]) => ({ value, label })),
  };
}

/** A select for an import, or for a person or key. */
export function TraceSelect(props: { choice: string; chosen: readonly string[]; onChange: (texts: string[]) => void }) {
  const { choice, chosen, onChange } = props;
  const texts = useTraceTexts();
  const [value = null] = chosen;
  const isImport = choice === importChoice;
  const offered = useTraceOptions()[isImport ? importChoice : actorChoice];
  const isKnown = value === null || offered.some((one) => one.value === value);
  return (
    <>
      <LongSelect
        label={isImport ? texts.import : texts.actor}
        data={isKnown ? offered : [{ value, label: value }, ...offered]}
        value={value}
        onChange={(next) => onChange(next === null ? [] : [next])}
        comboboxProps={{ withinPortal: false }}
        data-autofocus
      />
      <Text size="xs" c="dimmed">
        {texts.latest}
      </Text>
    </>
  );
}
