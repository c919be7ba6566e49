import { numberTail } from '../../contract/number-tail.ts';
import { LastDigits } from './last-digits.tsx';

export type NumberTailProps = {
  number: string;
  /** The number is an end already. */
  masked?: boolean | undefined;
};

/** The end of an account or document, the only part that is shown unasked. */
export function NumberTail({ number, masked = false }: NumberTailProps) {
  return <LastDigits end={masked ? number : numberTail(number)} />;
}
