import { useLocation } from 'react-router-dom';
import { paths } from '../router/paths.ts';

const sendings = paths.sending('');

/** True at the address of one sending, which a page has that was opened by pressing Send. */
export function useOnSending(): boolean {
  return useLocation().pathname.startsWith(sendings);
}
