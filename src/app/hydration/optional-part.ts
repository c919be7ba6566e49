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

/** An optional part that can be prefetched, and is then rendered with the page. */
export const heldPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  held(load, optionalPart(load));

/** The same of a part that the page depends on: when it can't be loaded, the page's error is shown. */
export const neededPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  held(
    load,
    lazy(async () => ({ default: await load() })),
  );

function held<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Later: ComponentType<Props>,
) {
  let held: ComponentType<Props> | undefined;
  return {
    async fetch() {
      held = await load().catch(() => undefined);
    },
    part: (): ComponentType<Props> => held ?? Later,
  };
}
