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
