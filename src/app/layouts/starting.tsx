import { BrandContext } from '../brand/brand.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { BareLayout } from './bare-layout.tsx';

/** Stands while the very first page loads. */
export function Starting() {
  return (
    // Nobody's name stands here before the operator's is known.
    <BrandContext value={null}>
      <BareLayout>
        <Skeleton />
      </BareLayout>
    </BrandContext>
  );
}
