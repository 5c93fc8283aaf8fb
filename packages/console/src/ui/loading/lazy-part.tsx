import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ComponentType, createContext, type ReactNode, use, useReducer } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { reloadIfReachable } from './load-code.ts';

const SubstituteContext = createContext<ReactNode>(null);

/** Context with the content that replaces a part whose code cannot be fetched. */
export const Substitute: typeof SubstituteContext = SubstituteContext;

let loadingCount = 0;

/** The number of parts whose code is being fetched. */
export const countLoadingParts = (): number => loadingCount;

/** Counts a fetch of code while it runs. */
function counted<T>(promise: Promise<T>): Promise<T> {
  loadingCount += 1;
  return promise.finally(() => {
    loadingCount -= 1;
  });
}

/**
 * Makes `use` return the result of a resolved promise immediately, by setting the properties in which React looks for the result before it
 * waits. `use` must be called in every rendering. If the call is skipped when React renders a waiting component again, React cannot resume
 * and renders the whole screen from the start.
 */
function tracked<T>(promise: Promise<T>): Promise<T> {
  void promise.then((value) => Object.assign(promise, { status: 'fulfilled', value }));
  return promise;
}

/** A component whose code is loaded on demand. */
type LazyPart<Props extends object> = ComponentType<Props> & {
  /**
   * Loads the code before the first rendering, so that the rendering does not wait. If a rendering waits, React shows the component only
   * after 300 ms or more.
   */
  preload: () => void;
};

/**
 * Returns a component whose code is loaded when it is first rendered. If loading fails, a message offers a retry, and the rest of the
 * screen keeps its state, including typed input.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Promise<ComponentType<Props> | undefined> | undefined;
  const begin = () => (loading ??= tracked(counted(load().catch(() => undefined))));
  function LazyPart(props: Props) {
    const Loaded = use(begin());
    const [, renderAgain] = useReducer((count: number) => count + 1, 0);
    if (Loaded) return <Loaded {...props} />;
    return (
      <MissingPart
        onRetry={() => {
          loading = undefined;
          renderAgain();
        }}
      />
    );
  }
  return Object.assign(LazyPart, {
    preload: () => {
      // after a failure, the first rendering tries again
      void begin().then((component) => {
        if (component === undefined) loading = undefined;
      });
    },
  });
}

function MissingPart({ onRetry }: { onRetry: () => void }) {
  const t = useMessages();
  return (
    <>
      {use(SubstituteContext)}
      <Alert
        color="red"
        variant="filled"
        role="alert"
        icon={<IconCloudOff aria-hidden />}
        pos="fixed"
        bottom={16}
        right={16}
        maw={420}
        style={{ zIndex: 'var(--mantine-z-index-popover)' }}
      >
        <Group gap="sm">
          <Text size="sm">{t.screenError.codeTitle}</Text>
          <Group gap="xs">
            <Button size="xs" variant="white" color="dark" onClick={onRetry}>
              {t.common.retry}
            </Button>
            <Button size="xs" variant="white" color="dark" onClick={() => void reloadIfReachable()}>
              {t.screenError.reload}
            </Button>
          </Group>
        </Group>
      </Alert>
    </>
  );
}
