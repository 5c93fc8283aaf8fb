import type { Operation } from '@pimento/contract';

/** First segment of the second address of an operation whose address is hidden by a fixed one. */
const asSent = '/as-sent';

type Addressed = Pick<Operation, 'method' | 'path'>;

const patternOf = (path: string) => path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');

const hides = (fixed: Addressed, other: Addressed): boolean =>
  fixed.method === other.method &&
  fixed.path !== other.path &&
  new RegExp(`^${patternOf(other.path)}$`).test(fixed.path);

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Finds addresses such as that of the product `export`, which is also the address of an export. */
export interface ShadowedPaths {
  /** The second address of an operation; undefined if its first address is never hidden. */
  secondPath(operation: Addressed): string | undefined;
  /** Returns the URL that is used for routing. A hidden name that is needlessly percent-encoded, such as `%65xport`, means the parameter. */
  rewrite(method: string, url: string): string;
}

export function findShadowedPaths(operations: readonly Addressed[]): ShadowedPaths {
  const fixed = operations.filter((one) => operations.some((other) => hides(one, other)));
  const shadows = fixed.map(({ method, path }) => {
    const at = path.lastIndexOf('/') + 1;
    return {
      method,
      name: path.slice(at),
      pattern: new RegExp(`^${patternOf(path.slice(0, at))}([^/?#]+)/?(?:[?#]|$)`),
    };
  });
  return {
    secondPath: (operation) => (fixed.some((one) => hides(one, operation)) ? asSent + operation.path : undefined),
    rewrite(method, url) {
      if (!url.includes('%')) return url;
      const asked = method === 'HEAD' ? 'GET' : method;
      const isMeant = shadows.some(({ method: of, name, pattern }) => {
        const segment = of === asked ? pattern.exec(url)?.[1] : undefined;
        return segment !== undefined && segment !== name && decoded(segment) === name;
      });
      return isMeant ? asSent + url : url;
    },
  };
}
