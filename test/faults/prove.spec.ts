import { describe, expect, onTestFinished, test } from 'vitest';
import { forEachNumber, runGiro } from '../support/drill.ts';
import { callerWith, cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { stores } from '../support/stores.ts';

const count = 24;

describe.each(stores())('beside a server that sends, on $name', (store) => {
  test('prove finds nothing wrong at any moment, and all paired at the end', {
    timeout: 180_000,
  }, async () => {
    const fixture = await createSenderFixture(store, { scenarios: false });
    const env = { ...fixture.env, SENDS_PER_MINUTE: '6000', QUOTES_PER_MINUTE: '6000' };
    const giro = await startProcess(env);
    onTestFinished(async () => {
      await giro.kill();
      await fixture.close();
    });
    const { call } = callerWith(giro, await cookieFor(giro, sender));
    const shown = await asShown({ call }, transferTo(fixture.account_id, 0));
    let sent = 0;
    const sends = forEachNumber(count, 4, async (number) => {
      const body = { ...shown, source_amount_cents: String(1_000 + number) };
      const key = { 'idempotency-key': crypto.randomUUID() };
      const { status } = await call('POST', '/api/transfers', body, key);
      expect(status).toBe(201);
      sent += 1;
    });
    const prove = () => runGiro(env, 'prove', '--since', '2020-01-01');
    const runs: Awaited<ReturnType<typeof prove>>[] = [];
    while (sent < count) runs.push(await prove());
    await sends;
    for (const { said } of runs) expect(said).toMatch(/, 0 that do not pair$/);
    const { code, said } = await prove();
    expect(said).toMatch(/^Everything pairs\. 24 POSTs .*: 24 paired, 0 refused, 0 not proven/);
    expect(code).toBe(0);
  });
});
