import { expect, test } from 'vitest';
import { json } from './misbehaving-server.ts';
import { serviceThat } from './service-that.ts';

test('the list comes as its text, with its tag, and not at all while the tag holds', async () => {
  const { client, calls } = await serviceThat((res, _seen, req) => {
    if (req.headers['if-none-match'] === '"a"') return res.writeHead(304).end();
    res.setHeader('etag', '"a"');
    return json(res, '[{"id": 9007199254740993}]');
  });
  const first = await client.listTransfersText();
  expect(first).toEqual({ text: '[{"id": 9007199254740993}]', etag: '"a"' });
  expect(await client.listTransfersText({ etag: '"a"' })).toBeNull();
  expect(calls()).toHaveLength(2);
  expect(client.callReport()).toMatchObject({ calls: 2, failures: {} });
});

test('not modified is no answer to who asked without a condition', async () => {
  const { client } = await serviceThat((res) => res.writeHead(304).end());
  await expect(client.listTransfersText()).rejects.toMatchObject({ kind: 'unreadable' });
  expect(client.callReport().failures).toEqual({ unreadable: 1 });
});

test('a service that gives no tag is asked without one', async () => {
  const { client } = await serviceThat((res) => json(res, '[]'));
  expect(await client.listTransfersText()).toEqual({ text: '[]', etag: undefined });
});
