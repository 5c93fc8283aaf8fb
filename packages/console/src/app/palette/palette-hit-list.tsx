import { ScrollArea } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useEffect } from 'react';
import classes from './command-palette.module.css';

export const hitElementId = (index: number): string => `palette-hit-${index}`;

/**
 * The list of hits, in groups.
 * @param props.isCurrent false while the hits of an older text are shown
 * @param props.isLate true if the hits of the current text are slow to arrive
 */
export function PaletteHitList(props: {
  groups: SpotlightActionGroupData[];
  chosen: number;
  isCurrent: boolean;
  isLate: boolean;
}) {
  const { groups, chosen, isCurrent, isLate } = props;
  useEffect(() => {
    document.getElementById(hitElementId(chosen))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  let index = -1;
  return (
    <ScrollArea.Autosize
      mah={420}
      type="scroll"
      className={classes.hits}
      inert={!isCurrent}
      data-old={isLate || undefined}
    >
      {groups.map(({ group, actions }) => (
        <Spotlight.ActionsGroup key={group} label={group}>
          {actions.map(({ id, ...action }) => {
            index += 1;
            const elementId = hitElementId(index);
            return (
              <Spotlight.Action
                key={id}
                // The id is set here, because the component does not pass an id to its element.
                ref={(element: HTMLButtonElement | null) => {
                  if (element) element.id = elementId;
                }}
                data-hit={index}
                data-selected={index === chosen || undefined}
                highlightQuery
                {...action}
              />
            );
          })}
        </Spotlight.ActionsGroup>
      ))}
    </ScrollArea.Autosize>
  );
}
