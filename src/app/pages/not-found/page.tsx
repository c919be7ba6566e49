import { NotFound } from '../../layouts/page-error.tsx';

export function Page() {
  return <NotFound />;
}
