import { Paper } from '@mantine/core';
import type { Installation } from '@pimento/contract/wire';
import { useFormats } from '../i18n/language.tsx';
import layout from '../ui/layout.module.css';
import { useInstallationTexts } from './use-installation-texts.ts';

/** The server counts events, downloads and previews only up to this number. Larger counts are shown with a plus sign. */
const maxCounted = 10_000;
/** An import or an event that has waited for longer than this is marked as late. The alert rules use the same limits. */
const lateImportSeconds = 900;
const lateEventSeconds = 1_800;

/** Five cards in a row beside the navigation, and two on a phone. */
const gridTemplateColumns = 'repeat(auto-fit, minmax(min(190px, calc(50% - 6px)), 1fr))';

/** The key figures: waiting work, the age of the oldest import and event, the size of the database, and the state of the replica. */
export function BacklogStats({ installation }: { installation: Installation }) {
  const { at, backlog, databaseBytes, replica } = installation;
  const texts = useInstallationTexts();
  const formats = useFormats();
  const counted = (count: number) => `${formats.number(count)}${count >= maxCounted ? '+' : ''}`;
  const age = (seconds: number) =>
    seconds === 0 ? '–' : formats.ago(new Date(Date.parse(at) - seconds * 1000).toISOString());
  const products = (count: number) => texts.products(formats.number(count));
  const { runningImports, waitingImports, oldestImportSeconds, oldestEventSeconds } = backlog;
  return (
    <dl className={layout.stats} style={{ margin: 0, gridTemplateColumns }}>
      <Stat
        label={texts.imports}
        value={texts.importsOf(formats.number(runningImports), formats.number(waitingImports))}
      />
      <Stat
        label={texts.oldestImport}
        value={age(oldestImportSeconds)}
        isBad={oldestImportSeconds > lateImportSeconds}
      />
      <Stat label={texts.events} value={counted(backlog.unreadEvents)} />
      <Stat label={texts.oldestEvent} value={age(oldestEventSeconds)} isBad={oldestEventSeconds > lateEventSeconds} />
      <Stat label={texts.search} value={products(backlog.searchProducts)} />
      <Stat label={texts.evaluations} value={products(backlog.evaluationProducts)} />
      <Stat label={texts.downloads} value={counted(backlog.waitingDownloads)} />
      <Stat label={texts.previews} value={counted(backlog.waitingPreviews)} />
      <Stat label={texts.database} value={formats.bytes(databaseBytes)} />
      {replica && (
        <Stat
          label={texts.replica}
          value={
            replica.state === 'ready'
              ? texts.replicaLag(formats.number(Math.ceil(replica.lagSeconds ?? 0)))
              : texts.replicaStates[replica.state]
          }
          isBad={replica.state !== 'ready'}
        />
      )}
    </dl>
  );
}

function Stat({ label, value, isBad = false }: { label: string; value: string; isBad?: boolean }) {
  return (
    <Paper withBorder className={layout.stat} data-bad={isBad || undefined}>
      <dt>{label}</dt>
      <dd data-words>{value}</dd>
    </Paper>
  );
}
