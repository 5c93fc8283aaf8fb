import { findUnit } from '@pimento/formula';
import type { Target, TargetDemands } from '../../standards/core.ts';
import { valueConverter } from '../values/channel-value.ts';
import { imageCheck } from '../values/image-check.ts';
import type { ScalarSteps } from './target-plan.ts';
import { type ListFinder, valueCheck } from '../values/value-check.ts';
import { valueWriter } from '../values/value-output.ts';

/** Types whose values are plain text and therefore need no conversion. */
const textTypes: ReadonlySet<Target['typeId']> = new Set(['string', 'reference', 'gtin']);

/** Returns how single values of a target are converted, checked and output. */
export function scalarSteps(target: Target, demands: TargetDemands, findList: ListFinder): ScalarSteps {
  const { name, typeId, units, output } = target;
  const { unit } = output;
  const outputUnit = unit === undefined ? undefined : (units.get(unit) ?? findUnit(unit));
  const { image } = demands.restriction;
  const check = valueCheck(target, demands, findList);
  return {
    isPlainText: check === undefined && textTypes.has(typeId),
    convert: valueConverter({ name, typeId, units, outputUnit }),
    check,
    image: typeId === 'asset' && image !== undefined ? imageCheck(name, image) : undefined,
    write: valueWriter(target),
    list: findList(demands.restriction),
  };
}
