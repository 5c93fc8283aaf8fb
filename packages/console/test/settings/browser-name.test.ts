import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserName } from '../../src/settings/browser-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('sessions are named by browser and system, and browsers that imitate others by their own name', () => {
  const names: Record<string, string> = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox, Linux',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`]: 'Chrome, Windows',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`]:
      'Edge, Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15':
      'Safari, macOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari, iOS',
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`]: 'Chrome, Android',
  };
  for (const [userAgent, name] of Object.entries(names)) assert.equal(browserName(userAgent), name);
});

test('an unknown or missing user agent has no name', () => {
  assert.equal(browserName('curl/8.5.0'), undefined);
  assert.equal(browserName(null), undefined);
});
