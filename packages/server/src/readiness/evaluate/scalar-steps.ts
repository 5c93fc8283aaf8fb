import { findUnit } from '@pimento/formula';
import type { Target, TargetDemands } from '../../standards/core.ts';
import { imageCheck } from '../values/image-check.ts';
import type { ScalarSteps } from './target-plan.ts';
import { type ListFinder, valueCheck } from '../values/value-check.ts';
import { valueWriter } from '../values/value-output.ts';

/** Returns how single values of a target are converted, checked and output. */
export function scalarSteps(target: Target, demands: TargetDemands, findList: ListFinder): ScalarSteps {
  const { name, typeId, units, output } = target;
  const { unit } = output;
  const outputUnit = unit === undefined ? undefined : (units.get(unit) ?? findUnit(unit));
  const { image } = demands.restriction;
  return {
    convert: { name, typeId, units, outputUnit },
    check: valueCheck(target, demands, findList),
    image: typeId === 'asset' && image !== undefined ? imageCheck(name, image) : undefined,
    write: valueWriter(target),
    list: findList(demands.restriction),
  };
}
