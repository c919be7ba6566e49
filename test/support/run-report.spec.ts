import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The output of a run in its own process, of one spec with one retry. */
function linesOf(spec: string, env: { SEED?: string } = { SEED: '42' }): string[] {
  const root = mkdtempSync(join(tmpdir(), 'giro-run-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'one.spec.js'), spec);
  const program = `
    import { startVitest } from 'vitest/node';
    import { createRunReport } from ${JSON.stringify(resolve('test/support/run-report.ts'))};
    const options = { root: ${JSON.stringify(root)}, config: false, watch: false, globals: true, retry: 1 };
    await startVitest('test', [], { ...options, reporters: [createRunReport()] });
    process.exitCode = 0;`;
  const { PATH } = process.env;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH, ...env },
    encoding: 'utf8',
  });
  return said.split('\n').filter((line) => line !== '');
}

const seedLine = 'Seed 42: SEED=42 repeats what was random in this run';

test('reports tests that passed only on retry, with their first error', () => {
  const lines = linesOf(`
    let tries = 0;
    test('types', () => { if (tries++ === 0) throw new Error('a key press was lost'); });
    test('passes at once', () => {});`);
  expect(lines).toEqual([
    seedLine,
    'Passed only at the second try: one.spec.js > types (a key press was lost)',
    '1 passed only at the second try',
  ]);
});

test('prints the seed that the tests have, also when nobody chose it', () => {
  const lines = linesOf(
    `
    let tries = 0;
    test('with ' + process.env.SEED, () => { if (tries++ === 0) throw new Error('once'); });`,
    {},
  );
  const [, printed] = /^Seed (\d+):/.exec(lines[0] ?? '') ?? [];
  expect(printed).toMatch(/^\d+$/);
  expect(lines[1]).toBe(`Passed only at the second try: one.spec.js > with ${printed} (once)`);
});

test('repeats the seed at the end of a failed run', () => {
  const lines = linesOf(`test('fails', () => { throw new Error('no'); });`);
  expect(lines.at(-1)).toBe(seedLine);
  expect(lines.join()).not.toContain('second try');
});

test('names what failed in a line each, however long its error is', () => {
  const lines = linesOf(`
    test('reads', () => { throw new Error('${'long '.repeat(2_000)}and no 7'); });
    test('passes', () => {});
    describe('a page', () => { test('opens', () => { throw new Error('no page\\nat all'); }); });`);
  expect(lines).toEqual([
    seedLine,
    expect.stringMatching(/^Failed: one\.spec\.js > reads \(long .{110,} … .{100,}and no 7\)$/),
    'Failed: one.spec.js > a page > opens (no page)',
    seedLine,
  ]);
});

test('names what failed around its tests', () => {
  const lines = linesOf(`
    describe('a server', () => {
      beforeAll(() => { throw new Error('did not start'); });
      test('answers', () => {});
    });
    test('passes', () => { Promise.reject(new Error('nobody hears it')); });`);
  expect(lines).toEqual([
    seedLine,
    'Failed: one.spec.js > a server (did not start)',
    'Failed outside of a test (nobody hears it)',
    seedLine,
  ]);
});

test('names a spec that could not be read', () => {
  const lines = linesOf(`throw new Error('no such store');`);
  expect(lines).toEqual([seedLine, 'Failed: one.spec.js (no such store)', seedLine]);
});
