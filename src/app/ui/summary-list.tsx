import type { ComponentProps } from 'react';

export type SummaryListProps = ComponentProps<'dl'>;

/** Answers to be read or checked; its children are SummaryRow. */
export function SummaryList(props: SummaryListProps) {
  return <dl {...props} />;
}
