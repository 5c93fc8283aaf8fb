import type { DataStandard } from '@pimento/contract';

export type Target = NonNullable<DataStandard['attributes']>[number];

/** Returns the top-level targets, or the children of a target. */
export function targetsIn({ attributes = [] }: DataStandard, parent?: Target): Target[] {
  const path = parent && pathOf(parent);
  return attributes.filter(({ compositeAttribute: composite }) =>
    parent === undefined ? composite == null : composite === parent.id || composite === path,
  );
}

const pathOf = ({ id, compositeAttribute }: Target) =>
  compositeAttribute == null ? id : `${compositeAttribute}/${id}`;

/** Returns true if the target applies to all products and at least one purpose requires it. Ignores rules. */
export function isRequired({ requirement, appliesTo = 'all' }: Target): boolean {
  if (appliesTo !== 'all') return false;
  const levels = typeof requirement === 'object' ? Object.values(requirement) : [requirement];
  return levels.includes('required');
}

/** Returns the values that a target allows, or undefined if the standard does not list them. */
export function allowedValues({ valueLists = [] }: DataStandard, { restriction }: Target): string[] | undefined {
  const { listOfValues, valueList } = restriction ?? {};
  if (listOfValues) return listOfValues.map((one) => (typeof one === 'object' ? one.value : String(one)));
  const list = typeof valueList === 'string' ? valueLists.find(({ id }) => id === valueList) : undefined;
  return list?.values?.map(({ value }) => value);
}

/** Returns a numeric parameter of a target's restriction, or undefined if the parameter is not set. */
export function limitOf({ restriction }: Target, name: string): number | undefined {
  const value = restriction?.parameters?.[name];
  return value === undefined ? undefined : Number(value);
}
