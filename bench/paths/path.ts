import type { LoadAccount } from '../load-account.ts'

/** A request as it is sent: its head without the length, and its body. */
export type RawRequest = { head: string; body: string }

export type Path = {
  name: string
  title: string
  /** The nth request of a run; no two requests of a run have the same n. */
  requestOf: (account: LoadAccount, n: number) => RawRequest
  /** What a right answer contains. */
  answer: string
  /** Changes a captured statement that could run only once. */
  rewrite?: (statement: string) => string
}

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'

const head = (method: string, path: string, account: LoadAccount, more: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: ${account.tenant.host}\r\n${more}`

const withKey = ({ tenant }: LoadAccount): string => `X-Api-Key: ${tenant.apiKey}\r\n`

export const getRequest = (account: LoadAccount, path: string): RawRequest => ({
  head: head('GET', path, account, withKey(account)),
  body: '',
})

/** As published clients send it: a form whose nested values are JSON. */
export const formRequest = (account: LoadAccount, path: string, field: string, value: unknown): RawRequest => ({
  head: head('POST', path, account, `${withKey(account)}${FORM}`),
  body: `${field}=${encodeURIComponent(JSON.stringify(value))}`,
})

/** From the workspace of a manager. */
export const workspaceRequest = (
  account: LoadAccount,
  method: string,
  path: string,
  { cookie, body }: { cookie: string; body: unknown },
): RawRequest => ({
  head: head(method, path, account, `Cookie: ${cookie}\r\nContent-Type: application/json\r\n`),
  body: JSON.stringify(body),
})

/** Spreads the ns over `count` places in an order that looks random and is the same in every run. */
export const spread = (n: number, count: number): number => (n * 7919) % count

export const pick = <T>(list: readonly T[], n: number): T => {
  const found = list[spread(n, list.length)]
  if (found === undefined) throw new Error('the account has none')
  return found
}

/**
 * Ids of calls are numbers of this length and more, so that pgbench, which has no texts, can make others. They also are
 * what an Asterisk exchange sends.
 */
export const FIRST_CALL_ID = 1_770_000_000_000
