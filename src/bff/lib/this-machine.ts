const names = ['localhost', '127.0.0.1', '::1', '[::1]'];

/** True for a host name that means this machine: nobody else can listen to such a connection. */
export const isThisMachine = (hostname: string): boolean => names.includes(hostname);
