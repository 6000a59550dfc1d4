import type { Http } from '../src/lib/http-in/route.ts'

/** Actions that are called without HTTP: nobody waits for a cookie. */
export const nobodyOutside: Http = {
  ip: '127.0.0.1',
  setSession: () => undefined,
  endSession: () => undefined,
  otherStatus: () => undefined,
  about: () => undefined,
}
