import { type ComponentType, lazy } from 'react';

/**
 * Loads a part that the page does not depend on, and hydrates it once it is there: renders nothing if it can't be
 * loaded.
 */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: () => null }),
    ),
  );
}

/** A lazy component that can be prefetched before it is rendered. */
export function heldPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let held: ComponentType<Props> | undefined;
  const Later = optionalPart(load);
  return {
    async fetch() {
      held = await load().catch(() => undefined);
    },
    part: (): ComponentType<Props> => held ?? Later,
  };
}
