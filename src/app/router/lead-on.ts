import { redirect, replace } from 'react-router-dom';

/** For a loader: leads on to another page, so that Back never leads to the address that does so. */
export function leadOn({ url }: Request, to: string): Response {
  // Then the entry is made already: after a reload, Back or a typed address.
  const isEntry = typeof window !== 'undefined' && url === window.location.href;
  return isEntry ? replace(to) : redirect(to);
}
