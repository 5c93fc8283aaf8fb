import { Text } from '@mantine/core';
import { useFormats } from '../../i18n/language.tsx';
import { usePasteTexts } from './paste-texts.ts';
import { countProducts, type usePaste } from './use-paste.ts';

type CheckedPaste = NonNullable<ReturnType<typeof usePaste>['check']['data']>;

/** Summarizes a checked paste in sentences, such as how many values will change. */
export function PasteSummary({ checked }: { checked: CheckedPaste }) {
  const { accepted, plan, notLoaded } = checked;
  const texts = usePasteTexts();
  const formats = useFormats();
  const cleared = accepted.filter(({ after }) => after === null).length;
  const counts: [number, (count: string) => string][] = [
    [cleared, texts.cleared],
    [plan.unchanged, texts.unchanged],
    [plan.rowsOutside, texts.rowsOutside],
    [plan.columnsOutside, texts.columnsOutside],
    [notLoaded, texts.notLoaded],
  ];
  return (
    <div role="status">
      <Text fw={600}>
        {accepted.length === 0
          ? texts.nothing
          : texts.summary(formats.number(accepted.length), formats.number(countProducts(accepted)))}
      </Text>
      {counts
        .filter(([count]) => count > 0)
        .map(([count, text]) => (
          <Text key={text(formats.number(count))} size="sm">
            {text(formats.number(count))}
          </Text>
        ))}
    </div>
  );
}
