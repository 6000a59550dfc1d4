import type { Http } from '../src/lib/http-in/route.ts'

/** For actions that are called without HTTP: cookies and statuses are ignored. */
export const httpStub: Http = {
  ip: '127.0.0.1',
  userAgent: '',
  cookie: () => undefined,
  setCookie: async () => undefined,
  otherStatus: () => undefined,
  about: () => undefined,
  from: () => undefined,
}
