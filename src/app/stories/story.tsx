import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Stack } from '../ui/stack.tsx';

type StoryProps = { name: string; children: ReactNode };

/** One variant of a part. */
export function Story({ name, children }: StoryProps) {
  return (
    <Stack as="section" gap="s2">
      <h2>{name}</h2>
      <Card flat>
        <Stack>{children}</Stack>
      </Card>
    </Stack>
  );
}
