import { defineForm } from './definition.ts';

const condition = { name: 'cond', kind: 'truth' } as const;
const any = (name: string) => ({ name, kind: 'any' }) as const;
const optional = (name: string, fallback?: string) =>
  ({ name, kind: 'any', isOptional: true, ...(fallback !== undefined && { fallback }) }) as const;
const rest = (name: string) => ({ name, kind: 'any', isRest: true }) as const;
const list = { name: 'l', kind: 'list' } as const;
const composite = { name: 'composite', kind: 'list' } as const;

/** Functions that compute only some of their arguments, or compute an argument once for each element. */
export const forms = [
  defineForm('if', [{ name: 'c', kind: 'truth' }, any('a'), optional('b', 'empty')], { anyFrom: 1 }),
  defineForm('switch', [any('v'), any('k1'), any('r1'), rest('more')], { anyFrom: 2, step: 2 }),
  defineForm('default', [any('a'), rest('b')], { anyFrom: 0 }),
  defineForm('attempt', [any('x'), optional('fallback', 'empty')], { anyFrom: 0 }),
  defineForm('filter', [list, condition], { like: 'elements' }),
  defineForm('each', [list, any('expr')], { anyFrom: 1 }),
  defineForm('rows', [composite, { ...condition, isOptional: true }], { like: 'elements' }),
  defineForm(
    'row',
    [composite, { ...condition, isOptional: true }, { name: 'n', kind: 'integer', isOptional: true, fallback: '1' }],
    { like: 'element' },
  ),
];
