import { Pill, UnstyledButton } from '@mantine/core';
import { readChannelState, readOutcome } from '@pimento/contract/text';
import { type ReactNode, useId, useRef } from 'react';
import { useConnections } from '../../connections/use-connections.ts';
import type { Formats } from '../../i18n/formats.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { definitionAt, labelOf } from '../../product-query/attribute-lineage.ts';
import { readCondition, textsOf } from '../../product-query/condition-text.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { useShowText } from '../../session/labels/use-show-text.ts';
import type { Structure } from '../../session/structure.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { useRemovalFocus } from '../../ui/use-removal-focus.ts';
import type { FilterKey } from './filter-key.ts';
import { ConditionPopover } from './lazy-condition-popover.ts';
import { useTraceOptions } from './trace-choice.tsx';
import { isTrace } from './trace-names.ts';
import { useTraceTexts } from './trace-texts.ts';
import { type SearchChange, withFilter } from './with-filter.ts';

interface PillsProps {
  search: ProductSearch;
  structure: Structure;
  onChange: (search: SearchChange) => void;
}

/**
 * The filters of the list. Clicking a filter opens its form. Each filter has a button that removes it.
 * @param props.fallback returns the element that gets the focus when the last filter was removed
 */
export function FilterPills({ fallback, ...props }: PillsProps & { fallback: () => HTMLElement | null | undefined }) {
  const { search, structure, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const keepFocus = useRemovalFocus(list, '[data-removal]', fallback);
  const t = useMessages();
  const formats = useFormats();
  const { where = [], readiness = [], channelState = [], assetState } = search;
  const pill = (key: FilterKey, removal: SearchChange, text: ReactNode) => (
    <FilterPill
      key={JSON.stringify(key)}
      {...props}
      edited={key}
      onRemove={(button) => {
        keepFocus(button);
        onChange(removal);
      }}
    >
      {text}
    </FilterPill>
  );
  return (
    <div ref={list} style={{ display: 'contents' }}>
      {(['family', 'category'] as const).map(
        (kind) =>
          search[kind] !== undefined && pill({ kind }, { [kind]: undefined }, `${t.fields[kind]}: ${search[kind]}`),
      )}
      {where.map((condition) =>
        pill(
          { kind: 'where', condition },
          { where: where.filter((one) => one !== condition) },
          <ConditionText condition={condition} structure={structure} />,
        ),
      )}
      {readiness.map((condition) =>
        pill(
          { kind: 'readiness', condition },
          { readiness: readiness.filter((one) => one !== condition) },
          <OutcomeText condition={condition} />,
        ),
      )}
      {channelState.map((condition) =>
        pill(
          { kind: 'channelState', condition },
          { channelState: channelState.filter((one) => one !== condition) },
          <StateText condition={condition} />,
        ),
      )}
      {(['updated', 'created'] as const).map((kind) => {
        const [since, before] = [search[`${kind}Since`], search[`${kind}Before`]];
        const removal = { [`${kind}Since`]: undefined, [`${kind}Before`]: undefined };
        const text = `${t.product.kinds[kind]}: ${momentsText(formats, since, before)}`;
        return (since ?? before) !== undefined && pill({ kind }, removal, text);
      })}
      {assetState !== undefined &&
        pill(
          { kind: 'files' },
          { assetState: undefined },
          `${t.products.files}: ${assetState.map((state) => t.assets.states[state]).join(', ')}`,
        )}
    </div>
  );
}

/**
 * Formats a range of times. An open end stays empty. `before` is exclusive, so the text shows the last millisecond before it, for example
 * 23:59 for midnight.
 */
const momentsText = (formats: Formats, since: string | undefined, before: string | undefined): string =>
  [since, before && new Date(Date.parse(before) - 1).toISOString()]
    .map((time) => (time ? formats.moment(time) : ''))
    .join(' – ');

/** The text of a condition such as `color|=red|blue`, with the label of the attribute. */
function ConditionText({ condition, structure }: { condition: string; structure: Structure }) {
  const t = useMessages();
  const show = useShowText();
  const { steps, path, operator, text } = readCondition(condition);
  const definition = definitionAt(structure, steps);
  if (!definition && isTrace(path)) return <TraceText path={path} texts={operator === '|=' ? textsOf(text) : [text]} />;
  const name = definition ? labelOf(structure, definition) : (t.reserved[path] ?? steps.join(' › '));
  const verb = path === '__CATEGORY' && operator === '^=' ? t.products.within : t.operators[operator];
  const texts = operator === '|=' ? textsOf(text) : [text];
  return `${name} ${verb} ${texts.map((one) => show(one, definition)).join(', ')}`;
}

/** The text of a condition such as `__CHANGED_BY=user:3f1c`, with the name of the person. */
function TraceText({ path, texts }: { path: string; texts: readonly string[] }) {
  const { names } = useTraceTexts();
  const options = Object.values(useTraceOptions()).flat();
  const shown = texts.map((text) => options.find(({ value }) => value === text)?.label ?? text);
  return `${names[path]}: ${shown.join(', ')}`;
}

/** The text of a condition such as `shop:ready`, with the name of the channel. */
function OutcomeText({ condition }: { condition: string }) {
  const { outcomes } = useMessages();
  const channels = useConnections();
  const read = readOutcome(condition);
  if (read === undefined) return condition;
  const { channelId, outcome } = read;
  const name = channels.data?.find((one) => one.channelId === channelId)?.name ?? channelId;
  return outcomes.on(name, outcomes[outcome], '');
}

/** Marks the buttons that remove a filter. A constant, because the type of the properties of buttons has no data attributes. */
const removal = { 'data-removal': true };

/** The text of a condition such as `shop:Rejected`, with the name of the channel. */
function StateText({ condition }: { condition: string }) {
  const { states } = useMessages();
  const channels = useConnections();
  const read = readChannelState(condition);
  if (read === undefined) return condition;
  const name = channels.data?.find(({ channelId }) => channelId === read.channelId)?.name ?? read.channelId;
  return `${name}: ${states[read.state]}`;
}

/** One filter, with a form that changes it. */
function FilterPill(
  props: PillsProps & { edited: FilterKey; onRemove: (button: Element | null) => void; children: ReactNode },
) {
  const { search, structure, edited, onChange, onRemove, children } = props;
  const t = useMessages();
  const id = useId();
  const button = (open: () => void) => (
    <UnstyledButton id={`${id}-text`} fz="inherit" c="inherit" lh="inherit" aria-haspopup="dialog" onClick={open}>
      {children}
    </UnstyledButton>
  );
  return (
    <Pill
      withRemoveButton
      size="md"
      removeButtonProps={{
        ...removal,
        id: `${id}-remove`,
        'aria-label': t.products.removeFilter,
        'aria-labelledby': `${id}-remove ${id}-text`,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onRemove={() => onRemove(document.getElementById(`${id}-remove`))}
    >
      <OnDemand
        button={button}
        opened={
          <ConditionPopover
            {...{ search, structure, edited, button }}
            onAdd={(added, removal) => {
              const rest = { ...search, ...removal } as ProductSearch; // a removal only leaves out members or conditions
              onChange({ ...removal, ...withFilter(rest, added) });
            }}
          />
        }
      />
    </Pill>
  );
}
