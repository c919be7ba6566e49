import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { issuedReceipt, receiptCheck, receiptPaths } from '../../contract/api/receipt.ts';
import { request } from './request.ts';

/** Issues a receipt of a transfer that proves itself. */
export function issueReceipt(transfer: string) {
  return request(issuedReceipt, receiptPaths.issued(transfer), { method: 'POST' });
}

/** Withdraws a receipt: whoever checks it is told so. */
export function withdrawReceipt(transfer: string, id: string) {
  return request(z.undefined(), receiptPaths.issued(transfer), { method: 'DELETE', body: { id } });
}

/** Checks the code of a receipt. Asked anew each time: it may have been withdrawn since. */
export const receiptCheckQuery = (code: string) =>
  queryOptions({
    queryKey: ['receipt-check', code],
    queryFn: ({ signal }) =>
      request(receiptCheck, receiptPaths.verify, { method: 'POST', body: { code }, signal }),
    enabled: code !== '',
    staleTime: 0,
    gcTime: 0,
  });
