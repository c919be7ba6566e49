import { type Answer, Refusal } from './answer.ts';
import { type Behaviour, behavioursOf, type ScenarioCall } from './scenarios.ts';

type FailureInjectorOptions = { enabled: boolean; slow_ms: number; revokeTokens(): void };
export type FailureInjector = {
  copied_after_ms: number;
  /** The behaviours that the values in a call's fields trigger; none while scenarios are off. */
  asked(call: ScenarioCall, typed: Record<string, string | null>): ReadonlySet<Behaviour>;
  /** Runs the work of a call with the failures that were asked for. */
  run(asked: ReadonlySet<Behaviour>, work: () => Answer): Answer;
};

/** Creates the failures that the values of scenarios.ts trigger. */
export function createFailureInjector({
  enabled,
  slow_ms,
  revokeTokens,
}: FailureInjectorOptions): FailureInjector {
  const counts = new Map<Behaviour, number>();

  /** True for the first call, the third and so on, so that a retry succeeds. */
  function everyOther(behaviour: Behaviour): boolean {
    const count = (counts.get(behaviour) ?? 0) + 1;
    counts.set(behaviour, count);
    return count % 2 === 1;
  }

  function refuse(asked: ReadonlySet<Behaviour>): void {
    if (asked.has('no rate')) throw new Refusal(404, 'exchange rate not available');
    if (asked.has('below minimum')) throw new Refusal(422, 'amount below the minimum');
    if (asked.has('estimate refused')) throw new Refusal(400, 'amount must be at least 10000');
    if (asked.has('server error')) throw new Refusal(500, 'internal server error');
    if (asked.has('too many requests') && everyOther('too many requests')) {
      throw new Refusal(429, 'too many requests', undefined, { 'retry-after': '1' });
    }
    if (asked.has('dead token')) {
      revokeTokens();
      throw new Refusal(401, 'unauthorized');
    }
  }

  return {
    copied_after_ms: slow_ms * 5,
    asked: (call, typed) => (enabled ? behavioursOf(call, typed) : new Set()),
    run(asked, work) {
      refuse(asked);
      if (asked.has('dropped')) return { status: 0, text: '', dropped: true };
      const answer = work();
      if (asked.has('done and server error')) {
        return new Refusal(500, 'internal server error').answer();
      }
      if (asked.has('done and dropped') || asked.has('copied') || asked.has('copied later')) {
        return { ...answer, dropped: true };
      }
      return asked.has('slow') ? { ...answer, delay_ms: slow_ms } : answer;
    },
  };
}
