import type { ReactNode } from 'react';
import { PageTitle } from '../brand/page-title.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Row } from '../ui/row.tsx';
import { Stack } from '../ui/stack.tsx';

export type PageMessageProps = {
  title: string;
  children: ReactNode;
  /** What to do next: buttons and links. */
  actions: ReactNode;
};

/** A page that has only something to say. */
export function PageMessage({ title, children, actions }: PageMessageProps) {
  return (
    <Stack reading>
      <PageTitle>{title}</PageTitle>
      <PageHead title={title} />
      {children}
      <Row>{actions}</Row>
    </Stack>
  );
}
