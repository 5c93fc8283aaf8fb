import type { Operation } from '@pimento/contract';

/**
 * First segment of an alternative path. An operation has an alternative path if its own path can be hidden by the fixed path of a different
 * operation.
 */
const asSent = '/as-sent';

type Addressed = Pick<Operation, 'method' | 'path'>;

const patternOf = (path: string) => path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');

type Hiding = (fixed: Addressed, other: Addressed) => boolean;

/** @returns a function that returns true if the path of an operation hides the path of a different operation */
function createHiding(operations: readonly Addressed[]): Hiding {
  const patterns = new Map(operations.map(({ path }) => [path, new RegExp(`^${patternOf(path)}$`)]));
  return (fixed, other) => fixed.path !== other.path && patterns.get(other.path)?.test(fixed.path) === true;
}

/** Returns the group of an operation. Only paths of the same group, with the same method and number of segments, can hide each other. */
const groupOf = ({ method, path }: Addressed) => `${method} ${path.split('/').length}`;

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Handles paths that match two operations, such as the path of a product with the id `export`, which is also the path of the export. */
export interface ShadowedPaths {
  /** Returns the alternative path of an operation. @returns undefined if its path is never hidden */
  secondPath(operation: Addressed): string | undefined;
  /**
   * Returns the URL that is used for routing. A name that is percent-encoded unnecessarily, such as `%65xport`, is routed as a parameter
   * and not as the fixed path.
   */
  rewrite(method: string, url: string): string;
}

export function findShadowedPaths(operations: readonly Addressed[]): ShadowedPaths {
  const hides = createHiding(operations);
  const groups = Map.groupBy(operations, groupOf);
  const fixed = operations.filter((one) => groups.get(groupOf(one))?.some((other) => hides(one, other)));
  const shadows = fixed.map(({ method, path }) => {
    const at = path.lastIndexOf('/') + 1;
    return {
      method,
      name: path.slice(at),
      pattern: new RegExp(`^${patternOf(path.slice(0, at))}([^/?#]+)/?(?:[?#]|$)`),
    };
  });
  return {
    secondPath: (operation) =>
      fixed.some((one) => one.method === operation.method && hides(one, operation))
        ? asSent + operation.path
        : undefined,
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
