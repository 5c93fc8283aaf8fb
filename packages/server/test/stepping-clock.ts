// A module that is preloaded with `node --import`. The clock of each thread is in turn an hour behind, correct, and an hour ahead, and
// jumps more than once a second.
const stepMs = 3_600_000;
const everyMs = 700;

const realNow = Date.now;
const now = () => realNow() + ((Math.floor(performance.now() / everyMs) % 3) - 1) * stepMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date, // the constructor returns a Date
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)), // a property can have any type
});
