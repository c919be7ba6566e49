/** False on a reload or return: the tab may know a scroll position or a half-filled form that the server doesn't. */
export function isFirstVisit(): boolean {
  const visits = performance.getEntriesByType('navigation');
  return visits.every((visit) => !('type' in visit) || visit.type === 'navigate');
}

/**
 * Whether the document itself was loaded from this URL. The server has then rendered what it had in time,
 * and more before hydration would differ from that.
 */
export function isDocument(url: string): boolean {
  if (typeof window === 'undefined') return true;
  return performance.getEntriesByType('navigation').some(({ name }) => name === url);
}
