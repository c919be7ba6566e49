import { expect, test } from 'vitest';
import { createByteBlocks } from '../../../src/bff/service/byte-blocks.ts';
import { json } from './misbehaving-server.ts';
import { serviceThat } from './service-that.ts';

/** What the service answers, as it comes. */
function createText() {
  const { append: take, text, length } = createByteBlocks();
  return { take, text: () => text(0, length()) };
}

test('reads the list as it comes with its ETag, and null on 304', async () => {
  const { client, calls } = await serviceThat((res, _seen, req) => {
    if (req.headers['if-none-match'] === '"a"') return res.writeHead(304).end();
    res.setHeader('etag', '"a"');
    return json(res, '[{"id": 9007199254740993}]');
  });
  const first = await client.listTransfersInto(createText);
  expect(first?.reader.text()).toBe('[{"id": 9007199254740993}]');
  expect(first?.etag).toBe('"a"');
  expect(await client.listTransfersInto(createText, { etag: '"a"' })).toBeNull();
  expect(calls()).toHaveLength(2);
  expect(client.callReport()).toMatchObject({ calls: 2, failures: {} });
});

test('rejects a 304 to a request without If-None-Match', async () => {
  const { client } = await serviceThat((res) => res.writeHead(304).end());
  await expect(client.listTransfersInto(createText)).rejects.toMatchObject({ kind: 'unreadable' });
  expect(client.callReport().failures).toEqual({ unreadable: 1 });
});

test('sends no If-None-Match without an ETag', async () => {
  const { client } = await serviceThat((res) => json(res, '[]'));
  expect(await client.listTransfersInto(createText)).toMatchObject({ etag: undefined });
});
