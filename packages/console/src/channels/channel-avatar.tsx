import classes from './channels.module.css';

/** The initials of a channel. The logo is not shown, because the console sends no requests to other hosts. */
export function ChannelAvatar({ name, off }: { name: string; off?: boolean }) {
  const [first = '', second = ''] = name.split(/\s+/).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20));
  return (
    <span className={classes.avatar} data-off={off || undefined} aria-hidden>
      {(first + second).toUpperCase()}
    </span>
  );
}
