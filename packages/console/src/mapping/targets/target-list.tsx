import { Button, Paper, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { getMappingCoverage } from '@pimento/contract/wire';
import { useMemo, useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { useStandardTexts } from '../../standards/texts/standard-texts.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { filterTargets, groupTargets, type MappedTarget, mappedTargets } from '../draft/target-state.ts';
import { sharesOf } from '../draft/target-shares.ts';
import type { MappingWork } from '../draft/use-mapping.ts';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** Number of targets that are shown at first, and that each click on "show more" adds. Thousands would make the page slow. */
const rowStep = 200;

/** The targets of the channel by group, each with its requirement and state. */
export function TargetList(props: {
  work: MappingWork;
  /** True if the client is connected, so that its products can be evaluated. */
  isConnected: boolean;
  target: string | undefined;
  onTarget: (path: string) => void;
}) {
  const { work, isConnected, target, onTarget } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const [text, setText] = useState<string>();
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [shown, setShown] = useState(rowStep);
  const { channelId, tree, stored, check, standard } = work;
  const coverage = useCall(
    getMappingCoverage,
    { params: { channelId } },
    {
      enabled: isConnected,
      keepsPrevious: true,
      basedOn: [stored.revision, standard.version.version],
      staleMs: 60_000, // products change without a new revision
    },
  );
  const shares = useMemo(() => sharesOf(coverage.data), [coverage.data]);
  const targets = useMemo(() => mappedTargets(tree, stored.mapping, check), [tree, stored.mapping, check]);
  const found = filterTargets(targets, { text, onlyMissing });
  const groups = groupTargets(found.slice(0, shown), standard.head.attributeGroups ?? []);
  return (
    <Stack gap="sm" component="section" aria-label={t.list.label}>
      <SearchField label={t.list.search} placeholder={t.list.search} value={text} onChange={setText} />
      <Switch
        label={t.list.onlyMissing}
        checked={onlyMissing}
        onChange={({ currentTarget }) => setOnlyMissing(currentTarget.checked)}
      />
      {found.length === 0 ? (
        <Text size="sm" c="dimmed">
          {onlyMissing && text === undefined && check ? t.list.nothingMissing : t.list.nothing}
        </Text>
      ) : (
        <Paper withBorder className={classes.targets}>
          {groups.map(({ name, targets: members }) => (
            <div key={name ?? ''}>
              {groups.length > 1 && <div className={classes.group}>{name ?? t.list.others}</div>}
              {members.map((one) => (
                <TargetButton
                  key={one.node.target.path}
                  target={one}
                  share={shares.get(one.node.target.path)}
                  isSampled={coverage.data?.isSampled ?? false}
                  isOpen={one.node.target.path === target}
                  onOpen={() => onTarget(one.node.target.path)}
                />
              ))}
            </div>
          ))}
          {found.length > shown && (
            <Button variant="subtle" fullWidth onClick={() => setShown(shown + rowStep)}>
              {t.list.showMore(formats.number(Math.min(rowStep, found.length - shown)))}
            </Button>
          )}
        </Paper>
      )}
    </Stack>
  );
}

function TargetButton(props: {
  target: MappedTarget;
  /** The percentage of products with a value. Undefined if it is not loaded, or if the target applies to no product. */
  share: number | undefined;
  /** True if the share was computed from a sample of the products. */
  isSampled: boolean;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { node, state, requirement, isMissing } = props.target;
  const t = useMappingTexts();
  const formats = useFormats();
  const standard = useStandardTexts();
  const shareText = props.share === undefined ? undefined : t.list.share(formats.number(props.share), props.isSampled);
  const requirementText = requirement === 'optional' ? undefined : standard.requirements[requirement];
  return (
    <UnstyledButton className={classes.target} aria-current={props.isOpen || undefined} onClick={props.onOpen}>
      <Text size="sm" fw={requirement === 'required' ? 600 : 400} component="span" display="block">
        {node.target.name}
      </Text>
      <span className={classes.state} data-state={state} data-missing={isMissing || undefined}>
        {[requirementText, t.states[state], shareText].filter((text) => text !== undefined).join(' · ')}
      </span>
    </UnstyledButton>
  );
}
