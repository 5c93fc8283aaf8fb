import { Button, Paper, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useStandardTexts } from '../../standards/texts/standard-texts.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { filterTargets, groupTargets, type MappedTarget, mappedTargets } from '../draft/target-state.ts';
import type { MappingWork } from '../draft/use-mapping.ts';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';

/** Number of rows that are added at once. Thousands of rows would make the page slow. */
const rowStep = 200;

/** The targets of the channel by group, each with its requirement and state. */
export function TargetList(props: { work: MappingWork; target: string | undefined; onTarget: (path: string) => void }) {
  const { work, target, onTarget } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  const [text, setText] = useState<string>();
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [shown, setShown] = useState(rowStep);
  const { tree, stored, check, standard } = work;
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

function TargetButton(props: { target: MappedTarget; isOpen: boolean; onOpen: () => void }) {
  const { node, state, requirement, isMissing } = props.target;
  const t = useMappingTexts();
  const standard = useStandardTexts();
  const requirementText = requirement === 'optional' ? undefined : standard.requirements[requirement];
  return (
    <UnstyledButton className={classes.target} aria-current={props.isOpen || undefined} onClick={props.onOpen}>
      <Text size="sm" fw={requirement === 'required' ? 600 : 400} component="span" display="block">
        {node.target.name}
      </Text>
      <span className={classes.state} data-state={state} data-missing={isMissing || undefined}>
        {[requirementText, t.states[state]].filter((text) => text !== undefined).join(' · ')}
      </span>
    </UnstyledButton>
  );
}
