import { type ComponentType, lazy, type ReactNode } from 'react';

/**
 * Loads a part that the page does not depend on, and hydrates it once it is there.
 * @param Missing what is rendered if it can't be loaded, by default nothing
 */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: () => ReactNode = () => null,
) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (Part) => ({ default: Part }),
      (): { default: ComponentType<Props> } => ({ default: Missing }),
    ),
  );
}

/** An optional part that can be prefetched, and is then rendered with the page. */
export const heldPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing?: () => ReactNode,
) => held(load, optionalPart(load, Missing));

/** The same of a part that the page depends on: when it can't be loaded, the page's error is shown. */
export const neededPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  held(
    load,
    lazy(async () => ({ default: await load() })),
  );

/** The fetches of parts that are under way. */
const fetches = new Set<Promise<unknown>>();

/** Waits for the parts that are being fetched: until then, what renders everything throws away their HTML. */
export const partsFetched = () => Promise.allSettled(fetches);

function held<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Later: ComponentType<Props>,
) {
  let held: ComponentType<Props> | undefined;
  return {
    async fetch() {
      const fetching = load().catch(() => undefined);
      fetches.add(fetching);
      held = await fetching;
      fetches.delete(fetching);
    },
    part: (): ComponentType<Props> => held ?? Later,
  };
}
