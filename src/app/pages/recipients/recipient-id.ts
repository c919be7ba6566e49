import type { Params } from 'react-router-dom';
import { idPattern } from '../../../contract/paths.ts';
import { ApiError } from '../../api/api-error.ts';

/** The id in the address of a recipient's page. Throws 'not-found' for what can't be one. */
export function recipientId({ id = '' }: Params): string {
  if (!idPattern.test(id)) throw new ApiError('not-found');
  return id;
}
