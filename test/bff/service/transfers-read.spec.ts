import { expect, test } from 'vitest';
import { json } from './misbehaving-server.ts';
import { serviceThat } from './service-that.ts';

test('reads the text of the list with its ETag, and null on 304', async () => {
  const { client, calls } = await serviceThat((res, _seen, req) => {
    if (req.headers['if-none-match'] === '"a"') return res.writeHead(304).end();
    res.setHeader('etag', '"a"');
    return json(res, '[{"id": 9007199254740993}]');
  });
  const first = await client.listTransfersText();
  expect(first?.parts.join('')).toBe('[{"id": 9007199254740993}]');
  expect(first?.etag).toBe('"a"');
  expect(await client.listTransfersText({ etag: '"a"' })).toBeNull();
  expect(calls()).toHaveLength(2);
  expect(client.callReport()).toMatchObject({ calls: 2, failures: {} });
});

test('rejects a 304 to a request without If-None-Match', async () => {
  const { client } = await serviceThat((res) => res.writeHead(304).end());
  await expect(client.listTransfersText()).rejects.toMatchObject({ kind: 'unreadable' });
  expect(client.callReport().failures).toEqual({ unreadable: 1 });
});

test('sends no If-None-Match without an ETag', async () => {
  const { client } = await serviceThat((res) => json(res, '[]'));
  expect(await client.listTransfersText()).toMatchObject({ etag: undefined });
});
