type Separator = '>' | '/';

/** Removes spaces at both ends. Other white space is kept, because the patterns of `patternOf` do not skip it either. */
const trimSpaces = (text: string): string => text.replaceAll(/^ +| +$/g, '');

/**
 * Returns the steps of a category from the top down. They are separated by ">" or, in a path without ">", by "/". Spaces around a separator
 * are ignored. For example, `Food > Oils`, `Food>Oils` and `Food/Oils` are the same category. A path with an empty step is one step.
 */
export function categorySteps(path: string): string[] {
  const steps = path.split(path.includes('>') ? '>' : '/').map(trimSpaces);
  return steps.includes('') ? [path] : steps;
}

/**
 * Returns the possible meanings of a requested path, each as a list of steps. In a path without ">", "/" can also be part of a name. For
 * example, `TV/Radio` means the steps `TV` and `Radio`, and also the step `TV/Radio` as in `TV/Radio > Tuners`.
 */
export function readCategoryPath(path: string): string[][] {
  const steps = categorySteps(path);
  return steps.length > 1 && !path.includes('>') ? [steps, [path]] : [steps];
}

/** Escapes all characters that can have a meaning in patterns: the ASCII characters except letters, digits and spaces. */
const escaped = (step: string): string => step.replaceAll(/[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g, String.raw`\$&`);

/** Returns a pattern for categories whose first steps are these, with the same separator between all steps. */
function patternOf(steps: readonly string[], separator: Separator): string {
  const never = separator === '>' ? '>' : '/>';
  const deeper = `${separator} *[^${never} ][^${never}]*`;
  return `^ *${steps.map(escaped).join(` *${separator} *`)} *(${deeper})*$`;
}

/**
 * Returns PostgreSQL patterns that match a category and all categories below it. They match if the steps of the path are the first steps of
 * the category.
 */
export function categoryPatterns(path: string): string[] {
  return readCategoryPath(path).flatMap((steps) => {
    const separators: Separator[] = steps.some((step) => step.includes('/')) ? ['>'] : ['>', '/'];
    return separators.map((separator) => patternOf(steps, separator));
  });
}
