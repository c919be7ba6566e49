import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { seed } from './seed.ts';

/**
 * Prints the run's random seed at its start, and at its end, in a line each, the tests that failed and those that
 * passed only on retry: the end of a log names them all, however long their errors are.
 */
export function createRunReport(
  say = (line: string) => process.stdout.write(`${line}\n`),
): Reporter {
  const again = `Seed ${seed}: SEED=${seed} repeats what was random in this run`;
  return {
    onTestRunStart: () => void say(`${again}\n`),
    onTestRunEnd(modules, errors, reason) {
      const tests = modules.flatMap(({ children }) => [...children.allTests()]);
      const flaky = tests.filter((test) => test.diagnostic()?.flaky);
      for (const test of flaky) say(`Passed only at the second try: ${nameOf(test)}`);
      if (flaky.length > 0) say(`${flaky.length} passed only at the second try\n`);
      for (const test of tests.filter((one) => one.result().state === 'failed')) {
        say(`Failed: ${nameOf(test)}`);
      }
      for (const module of modules) {
        for (const part of [module, ...module.children.allSuites()]) {
          // Of what could not be read, set up or cleaned up; its tests are skipped, or passed.
          if (part.errors().length > 0) say(`Failed: ${placeOf(part)}${whyOf(part.errors())}`);
        }
      }
      for (const error of errors) say(`Failed outside of a test${whyOf([error])}`);
      if (reason === 'failed') say(`${again}\n`);
    },
  };
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}${whyOf(test.result().errors)}`;
}

const placeOf = (part: TestModule | TestSuite) =>
  part.type === 'module'
    ? part.relativeModuleId
    : `${part.module.relativeModuleId} > ${part.fullName}`;

/** The first line of the first error, without its middle if it is long: what was expected is at its end. */
function whyOf(errors: readonly { message: string }[] | undefined): string {
  const [line = ''] = errors?.[0]?.message.split('\n') ?? [];
  if (line === '') return '';
  return line.length > 240 ? ` (${line.slice(0, 120)} … ${line.slice(-120)})` : ` (${line})`;
}
