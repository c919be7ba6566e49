/**
 * Runs work with a signal that ends it after so many milliseconds, or when `outer` does. Nothing of it
 * is left once the work is done: AbortSignal.timeout would keep each call and its answer until then.
 */
export async function within<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException('the time for the call is over', 'TimeoutError'));
  }, ms);
  outer?.addEventListener('abort', leave, { once: true });
  if (outer?.aborted) leave();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', leave);
  }
}
