// The address of the server, and the queries of calls.

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The address without a slash at its end. Throws unless it keeps a secret. */
export function baseOf(server: string, allowsPlainHttp: boolean): string {
  let url: URL | null = null;
  try {
    // URL leaves blanks and line feeds out, or encodes them: what was meant is not known.
    if (!/[\s\p{C}]/u.test(server)) url = new URL(server);
  } catch {
    // It is no address.
  }
  if (url === null || url.port === '0') {
    throw new TypeError('server is missing, or no address such as https://verify.example');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('server has more than an origin and a path');
  }
  const isLocal = THIS_MACHINE.has(url.hostname) || url.hostname.endsWith('.localhost');
  const isPlainHttp = url.protocol === 'http:' && (isLocal || allowsPlainHttp);
  if (url.protocol !== 'https:' && !isPlainHttp) {
    throw new TypeError('server is not https: the secret would be sent in the clear');
  }
  return url.href.replace(/\/+$/, '');
}

/** `?after=3&label.shop=berlin`, without what is undefined or null; '' of nothing. */
export function queryOf(query: object, prefixes: Record<string, string>): string {
  const search = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && value !== null) search.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    const prefix = prefixes[name];
    if (prefix === undefined) add(name, value);
    else for (const [key, each] of Object.entries(value ?? {})) add(prefix + key, each);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
