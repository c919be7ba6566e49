import { type ComponentType, lazy } from 'react';

/** A part that comes after its page, which is whole without it: nothing stands there should it not come. */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (Part) => ({ default: Part }),
      () => ({ default: () => null }),
    ),
  );
}
