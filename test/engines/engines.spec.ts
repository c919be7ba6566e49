import { expect, onTestFinished, test } from 'vitest';
import { startHoldingProxy } from '../support/holding-proxy.ts';
import { startGiro } from '../support/journey.ts';
import { engines } from './engines.ts';
import { createVisitor } from './visitor.ts';
import {
  filterList,
  readLongList,
  readReceipt,
  sendToNewRecipient,
  signInEarly,
  signOutAndInAsSupport,
} from './walk.ts';

test.for(engines)('a sender and support walk through Giro in $name', async (engine, { skip }) => {
  const { launch, from } = engine;
  if (!launch) return skip(`it is not installed here (${from})`);
  const { url, sandbox } = await startGiro({
    sandbox: { transfers: 2_000, assigned_after_ms: 1_500, settled_after_ms: 4_000 },
  });
  const proxy = await startHoldingProxy(url);
  onTestFinished(() => proxy.close());
  const scripts = Promise.withResolvers<void>();
  proxy.hold({
    matches: (_method, path) => /^\/assets\/.*\.js/.test(path),
    beforeAnswer: () => scripts.promise,
  });
  const driver = await launch();
  onTestFinished(() => driver.close());
  const visitor = createVisitor(driver, url);
  await signInEarly({ visitor, held: { url: proxy.url, letGo: scripts.resolve } });
  await sendToNewRecipient({ visitor });
  expect(sandbox.transfers).toHaveLength(2_001);
  await readReceipt({ visitor });
  await signOutAndInAsSupport({ visitor });
  await readLongList({ visitor });
  await filterList({ visitor });
  expect(driver.errors()).toEqual([]);
});
