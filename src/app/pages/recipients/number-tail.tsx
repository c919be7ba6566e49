import { Tail } from '../../ui/tail.tsx';

export type NumberTailProps = { number: string };

/** The last four characters of an account or document; of a short one, no more than half. */
export function NumberTail({ number }: NumberTailProps) {
  const text = number.trim();
  return <Tail end={text.slice(-Math.min(4, Math.ceil(text.length / 2)))} />;
}
