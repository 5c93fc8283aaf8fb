import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { verifyAdapter } from '@pimento/adapter-kit/verify';
import { installShop } from './shop-install.ts';
import { startTestShop } from './test-shop.ts';
import { openVendureTarget } from './vendure-target.ts';

const skip = (await installShop()) ?? false;

it(
  'the Vendure adapter guarantees everything that verify asks for, with a real shop as the target',
  { skip },
  async () => {
    await using shop = await startTestShop();
    await shop.addLogin('pimento', 'a long password');
    const { verdicts, output } = await verifyAdapter({
      command: [process.execPath, fileURLToPath(new URL('../src/main.ts', import.meta.url))],
      environment: { ...process.env, VENDURE_USERNAME: 'pimento', VENDURE_PASSWORD: 'a long password' },
      openTarget: openVendureTarget(shop),
      timeoutSeconds: 240,
    });
    const failures = verdicts.filter((one) => !one.passed).map(({ id, detail }) => `${id}: ${detail}`);
    assert.deepEqual(failures, [], output.slice(-3000));
    const seen = Object.fromEntries(verdicts.map(({ id, detail }) => [id, detail]));
    assert.match(seen['nothing-lost'] ?? '', /4 kills/);
  },
);
