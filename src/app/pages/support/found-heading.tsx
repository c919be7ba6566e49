import type { SupportSearch } from '../../../contract/api/support.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { FoundCount } from './found-count.tsx';

export type FoundHeadingProps = {
  found: SupportSearch;
  takeHeading: (heading: HTMLElement | null) => void;
};

/** How much was found, over the results. Where nothing was, the page says so in its own place. */
export function FoundHeading({ found, takeHeading }: FoundHeadingProps) {
  const { recipients, transfers, sends } = found;
  if (recipients.total + transfers.total + sends.length === 0) {
    return (
      <VisuallyHidden>
        <FoundCount found={found} />
      </VisuallyHidden>
    );
  }
  return (
    <h2 ref={takeHeading} tabIndex={-1}>
      <FoundCount found={found} />
    </h2>
  );
}
