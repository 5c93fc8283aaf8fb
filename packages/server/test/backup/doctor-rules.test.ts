import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts } from '../../src/doctor/doctor-types.ts';
import { judgeFacts } from '../../src/doctor/finding-rules.ts';
import { archiveAge } from '../../src/platform/index.ts';

const good: Facts = {
  disks: [{ name: 'data folder', path: 'data', free: 50e9, total: 100e9 }],
  database: {
    versionNumber: 170_010,
    clockMs: 3,
    missingMigrations: [],
    unknownMigrations: [],
    bloated: [],
    oldestTransaction: { seconds: 2, program: 'pimento' },
    transactionAge: 1_000,
    archiveSeconds: 40,
    backlogs: [
      { name: 'imports', count: 1, seconds: 60, adapterId: null },
      { name: 'outbox', count: 1, seconds: 0, adapterId: 'shop' },
      { name: 'events', count: 0, seconds: 0, adapterId: null },
      { name: 'downloads', count: 3, seconds: 5, adapterId: null },
    ],
  },
  files: { stored: { count: 2, bytes: 3_000_000 }, orphaned: 0, missing: { count: 0, keys: [] } },
  secretFiles: [{ path: 'data/secret.key', name: 'secret.key', isOpen: false }],
  secretKey: 'fits',
};

/** Judges the good facts with some changes. Returns the findings that are not `ok`, each as "check level". */
function found(change: { database?: Partial<Facts['database']> } & Partial<Omit<Facts, 'database'>>): string[] {
  const { database, ...rest } = change;
  const findings = judgeFacts({ ...good, ...rest, database: { ...good.database, ...database } });
  const open = findings.filter(({ level }) => level !== 'ok');
  assert.ok(open.every(({ fix }) => fix !== undefined && fix !== ''));
  return open.map(({ check, level }) => `${check} ${level}`);
}

test('a healthy installation has one line for each check and nothing to fix', () => {
  const findings = judgeFacts(good);
  assert.ok(findings.every(({ level, fix }) => level === 'ok' && fix === undefined));
  assert.equal(new Set(findings.map(({ check }) => check)).size, findings.length);
});

test('each fault is found with its level and a fix', () => {
  const disk = (free: number) => [{ name: 'files', path: 'assets', free, total: 100e9 }];
  assert.deepEqual(found({ disks: disk(4e9) }), ['disk warning']);
  assert.deepEqual(found({ disks: disk(0.5e9) }), ['disk error']);
  assert.deepEqual(found({ database: { versionNumber: 140_012 } }), ['version error']);
  assert.deepEqual(found({ database: { missingMigrations: ['0176_file_hold'] } }), ['migrations warning']);
  assert.deepEqual(found({ database: { unknownMigrations: ['9999_newer'] } }), ['migrations error']);
  assert.deepEqual(found({ database: { archiveSeconds: null } }), []);
  assert.deepEqual(found({ database: { archiveSeconds: 301 } }), ['archive error']);
  assert.deepEqual(found({ database: { clockMs: -2_500 } }), ['clock warning']);
  assert.deepEqual(found({ database: { oldestTransaction: { seconds: 7_300, program: 'psql' } } }), [
    'transactions warning',
  ]);
  assert.deepEqual(found({ database: { transactionAge: 1.2e9 } }), ['transactions error']);
  assert.deepEqual(found({ database: { bloated: [{ table: 'product', dead: 3e6, live: 1e6 }] } }), ['bloat warning']);
  const backlogs: Facts['database']['backlogs'] = [
    { name: 'imports', count: 2, seconds: 4_000, adapterId: null },
    { name: 'outbox', count: 2, seconds: 61, adapterId: 'shop' },
    { name: 'events', count: 9, seconds: 90_000, adapterId: 'shop' },
    { name: 'downloads', count: 40, seconds: 1_000, adapterId: null },
  ];
  assert.deepEqual(found({ database: { backlogs } }), [
    'imports warning',
    'outbox warning',
    'events warning',
    'downloads warning',
  ]);
  const files = { stored: { count: 2, bytes: 3 }, orphaned: 1, missing: { count: 7, keys: ['a/b'] } };
  assert.deepEqual(found({ files }), ['files error', 'files warning']);
  assert.deepEqual(found({ secretKey: 'other' }), ['secret key error']);
  assert.deepEqual(found({ secretFiles: [{ path: 'data/first-run.json', name: 'first-run.json', isOpen: false }] }), [
    'secrets warning',
  ]);
});

test('only the archive of the embedded database is judged, because others may archive less often', () => {
  const embedded = { cluster: 'pimento', isOn: true, timeoutSeconds: 60, seconds: 400 };
  assert.equal(archiveAge(embedded), 400);
  assert.equal(archiveAge({ ...embedded, isOn: false }), null);
  assert.equal(archiveAge({ ...embedded, cluster: '16/main' }), null);
  assert.equal(archiveAge({ ...embedded, timeoutSeconds: 3600 }), null);
});
