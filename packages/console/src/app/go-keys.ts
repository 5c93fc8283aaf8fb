/** The second key of a shortcut that begins with `g`, and the screen that it opens. */
export const goKeys = {
  h: '/',
  p: '/products',
  i: '/imports',
  a: '/attributes',
  f: '/assets',
  c: '/channels',
  s: '/submissions',
} as const;

type Screen = (typeof goKeys)[keyof typeof goKeys];

/** The second key must follow within this time, in milliseconds. */
const waitMs = 1500;
let waiting: AbortController | undefined;

/** True for a key that is typed into a field or belongs to an open dialog. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))) ||
  document.querySelector('[role="dialog"]') !== null;

/** Opens the screen of the next key, if it is one of `goKeys` and is pressed within `waitMs`. Any other key ends the shortcut. */
export function awaitGoKey(go: (screen: Screen) => void): void {
  waiting?.abort();
  const wait = new AbortController();
  waiting = wait;
  setTimeout(() => wait.abort(), waitMs);
  addEventListener(
    'keydown',
    (event) => {
      wait.abort();
      const screen = Object.hasOwn(goKeys, event.key) ? goKeys[event.key as keyof typeof goKeys] : undefined; // an own key, as just checked
      if (screen === undefined || isTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // so that the key does nothing else on the current screen
      go(screen);
    },
    { capture: true, signal: wait.signal },
  );
}
