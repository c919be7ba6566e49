import { type ReactNode, Suspense } from 'react';
import { EarlyInput } from './early-input.ts';

/** Hydrates its children in a task of their own: first those that the person uses. */
export function HydratedApart({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      {children}
      <EarlyInput />
    </Suspense>
  );
}
