import { Skeleton } from '../ui/skeleton.tsx';
import { BareLayout } from './bare-layout.tsx';

/** Stands while the very first page loads. */
export function Starting() {
  return (
    <BareLayout>
      <Skeleton />
    </BareLayout>
  );
}
