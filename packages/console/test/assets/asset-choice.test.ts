import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseAsset, fitsFile, sortCandidates } from '../../src/assets/upload/asset-choice.ts';

const waiting = (id: string) => ({ id, status: 'WAITING_FOR_UPLOAD' as const });
const stored = (id: string) => ({ id, status: 'READY' as const });

test('a file fits an asset whose id or last path segment is its name, in any letter case, with or without extension', () => {
  const fitting = [
    'photo.jpg',
    'PHOTO.JPG',
    'photo',
    'photo.png',
    'https://cdn.example.com/a/photo.jpg?width=200#top',
    'folder/Photo',
  ];
  for (const id of fitting) assert.ok(fitsFile(id, 'Photo.jpg'), id);
  for (const id of ['photo2.jpg', 'photo/other.jpg', '']) assert.ok(!fitsFile(id, 'Photo.jpg'), id);
});

test('a file fits an address whose last segment is its name percent-encoded', () => {
  assert.ok(fitsFile('https://cdn.example.com/gr%C3%BCn%201.jpg', 'grün 1.jpg'));
});

test('a file fits in any Unicode form, also as an address', () => {
  const nfd = 'gro\u0308\u00dfe.jpg';
  const nfc = nfd.normalize('NFC');
  assert.ok(
    fitsFile(nfc, nfd) && fitsFile(nfd, nfc) && fitsFile(`https://cdn.example.com/${encodeURIComponent(nfd)}`, nfc),
  );
  assert.deepEqual(chooseAsset(nfd, [waiting('x'), waiting(nfc)]), waiting(nfc));
});

test('an address that cannot be decoded is compared as it is', () => {
  assert.ok(fitsFile('https://cdn.example.com/100%.jpg', '100%.jpg'));
});

test('the only candidate is chosen, whatever its state', () => {
  assert.deepEqual(chooseAsset('a.jpg', [stored('x/a.png')]), stored('x/a.png'));
  assert.equal(chooseAsset('a.jpg', []), undefined);
});

test('a waiting asset whose id is the full file name wins over all others', () => {
  const candidates = [waiting('a'), waiting('a.jpg'), stored('x/a.jpg')];
  assert.equal(chooseAsset('a.jpg', candidates)?.id, 'a.jpg');
});

test('a waiting asset whose id is the name without extension wins if no id is the full name', () => {
  assert.equal(chooseAsset('a.jpg', [waiting('a'), waiting('x/a.jpg')])?.id, 'a');
});

test('between a waiting asset and one that has its file already, a person decides', () => {
  assert.equal(chooseAsset('a.jpg', [waiting('x/a.jpg'), stored('a.jpg')]), undefined);
  assert.equal(chooseAsset('a.jpg', [waiting('a'), stored('a.jpg')]), undefined);
});

test('if no candidate waits, the one whose id is the file name is chosen', () => {
  assert.equal(chooseAsset('a.jpg', [stored('x/a.jpg'), stored('a'), stored('a.jpg')])?.id, 'a.jpg');
  assert.equal(chooseAsset('a.jpg', [stored('x/a.jpg'), stored('y/a.jpg')]), undefined);
});

const candidate = fc.record({
  id: fc.constantFrom('a.jpg', 'a', 'A.JPG', 'x/a.jpg', 'y/a.png', 'z/a'),
  status: fc.constantFrom('READY' as const, 'FAILED' as const, 'WAITING_FOR_UPLOAD' as const),
});

test('the choice does not depend on the order of the candidates', () => {
  const candidates = fc.uniqueArray(candidate, { selector: ({ id }) => id });
  fc.assert(
    fc.property(candidates, fc.array(fc.nat(), { minLength: 6, maxLength: 6 }), (found, weights) => {
      const shuffled = found.map((asset, index) => ({ asset, weight: weights[index] ?? 0 }));
      shuffled.sort((a, b) => a.weight - b.weight);
      const other = shuffled.map(({ asset }) => asset);
      assert.equal(chooseAsset('a.jpg', found)?.id, chooseAsset('a.jpg', other)?.id);
    }),
  );
});

test('sorting keeps every asset once and puts the waiting ones first', () => {
  fc.assert(
    fc.property(fc.array(candidate), (found) => {
      const sorted = sortCandidates(found);
      assert.deepEqual(new Set(sorted.map(({ id }) => id)), new Set(found.map(({ id }) => id)));
      assert.equal(sorted.length, new Set(sorted.map(({ id }) => id)).size);
      const firstOther = sorted.findIndex(({ status }) => status !== 'WAITING_FOR_UPLOAD');
      const rest = firstOther === -1 ? [] : sorted.slice(firstOther);
      assert.ok(rest.every(({ status }) => status !== 'WAITING_FOR_UPLOAD'));
    }),
  );
});
