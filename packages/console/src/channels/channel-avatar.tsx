import classes from './channels.module.css';

/** First letters of a channel: its logo lies on another host, which the console never asks. */
export function ChannelAvatar({ name, off }: { name: string; off?: boolean }) {
  const [first = '', second = ''] = name.split(/\s+/).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20));
  return (
    <span className={classes.avatar} data-off={off || undefined} aria-hidden>
      {(first + second).toUpperCase()}
    </span>
  );
}
