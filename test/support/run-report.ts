import type { Reporter, TestCase } from 'vitest/node';
import { seed } from './seed.ts';

/**
 * Prints the run's random seed at its start, and at its end the tests that passed only on retry.
 */
export function createRunReport(
  say = (line: string) => process.stdout.write(`${line}\n`),
): Reporter {
  const again = `Seed ${seed}: SEED=${seed} repeats what was random in this run`;
  return {
    onTestRunStart: () => void say(`${again}\n`),
    onTestRunEnd(modules, _errors, reason) {
      const flaky = modules
        .flatMap(({ children }) => [...children.allTests()])
        .filter((test) => test.diagnostic()?.flaky);
      for (const test of flaky) say(`Passed only at the second try: ${nameOf(test)}`);
      if (flaky.length > 0) say(`${flaky.length} passed only at the second try\n`);
      if (reason === 'failed') say(`${again}\n`);
    },
  };
}

function nameOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const why = error?.message.split('\n')[0];
  return `${test.module.relativeModuleId} > ${test.fullName}${why ? ` (${why})` : ''}`;
}
