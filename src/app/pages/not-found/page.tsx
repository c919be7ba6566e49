import { NotFound } from '../../layouts/not-found.tsx';

export function Page() {
  return <NotFound />;
}
