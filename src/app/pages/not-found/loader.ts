import type { PageLoader } from '../../lazy-page.tsx';

export const loader: PageLoader = () => () => null;
