/** What clients may take up, and for how long: milliseconds, bytes and counts. */
export type ConnectionLimits = typeof connectionLimits;

export const connectionLimits = {
  // A browser sends its headers in one go; who drips them holds a connection.
  headersTimeout: 10_000,
  // The whole request. Enough for a full body over the slowest phone.
  requestTimeout: 30_000,
  // How often node looks for requests that are beyond these two.
  connectionsCheckingInterval: 1_000,
  // Longer than the minute for which proxies keep theirs, or they would meet a closing one.
  keepAliveTimeout: 72_000,
  // Nothing read or written for so long: a client that takes no answer. No call of the service lasts it.
  silenceTimeout: 120_000,
  maxConnections: 2_000,
  maxHeaderSize: 16 * 1024,
  // The longest recipient is a few kilobytes.
  bodyLimit: 64 * 1024,
};
