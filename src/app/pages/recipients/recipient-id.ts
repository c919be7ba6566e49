import type { Params } from 'react-router-dom';
import { idPattern } from '../../../contract/paths.ts';
import { ApiError } from '../../api/api-error.ts';

/** The id in the address of a recipient's page. @throws ApiError not-found if it can't be an id */
export function recipientId({ id = '' }: Params): string {
  if (!idPattern.test(id)) throw new ApiError('not-found');
  return id;
}
