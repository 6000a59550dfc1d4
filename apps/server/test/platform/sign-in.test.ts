import * as argon2 from '@node-rs/argon2'
import { PASSWORD } from '@patchbay/testkit/fixtures'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inAccount } from '../../src/lib/db/transaction.ts'
import { newToken, sha256 } from '../../src/lib/security/digest.ts'
import { changeAddress } from '../../src/operator/commands.ts'
import { insertLink } from '../../src/platform/sessions/store.ts'
import { expireCaches } from '../support/clock.ts'
import { type System, startSystem } from '../support/system.ts'

// The library itself works as ever; its calls are counted.
vi.mock('@node-rs/argon2', { spy: true })

let system: System
beforeAll(async () => {
  system = await startSystem({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => system.close())

const cookiesOf = (reply: Reply): string =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')

const from = (address: string, cookie = ''): HttpClient =>
  system.fern.stranger.with({
    'x-forwarded-for': address,
    'user-agent': `Browser at ${address}`,
    ...(cookie && { cookie }),
  })
const signIn = (client: HttpClient, email: string, password: string = PASSWORD) =>
  client.postJson('/workspace/sign-in', { email, password })

type Logged = { actor: string; action: string; detail: Record<string, string> }
const signInLog = async (): Promise<Logged[]> => {
  const ada = await system.fern.signIn('ada')
  return ((await ada.get('/workspace/action-log', { recordType: 'Sign-in' })).body as { records: Logged[] }).records
}

it('slows guessing down without locking the person out: other addresses and known devices still get in', async () => {
  const known = cookiesOf(await signIn(from('203.0.113.1'), 'chiara@fern.test'))
  const attacker = from('203.0.113.66')
  const guesses = await Promise.all(Array.from({ length: 15 }, () => signIn(attacker, 'chiara@fern.test', 'guess')))
  expect(guesses.map(({ status }) => status)).toContain(429)
  expect((await signIn(attacker, 'chiara@fern.test')).status).toBe(429)
  expect((await signIn(from('203.0.113.7'), 'chiara@fern.test')).status).toBe(200)
  // On the attacker's own network, too: an office has one address.
  expect((await signIn(from('203.0.113.66', known), 'chiara@fern.test')).status).toBe(200)
  expect((await signIn(from('203.0.113.66', known), 'bruno@fern.test')).status).toBe(200)
})

it('counts an IPv6 customer as one, and a known device for its own users only', async () => {
  const known = cookiesOf(await signIn(from('203.0.113.2'), 'bruno@fern.test'))
  const tries = await Promise.all(
    Array.from({ length: 15 }, (_, index) => signIn(from(`2001:db8::${index + 1}`, known), 'ada@fern.test', 'guess')),
  )
  expect(tries.map(({ status }) => status)).toContain(429)
  expect((await signIn(from('2001:db8::99', known), 'bruno@fern.test')).status).toBe(200)
  expect((await signIn(from('2001:db8::99', 'patchbay_device=forged'), 'ada@fern.test')).status).toBe(429)
})

it('keeps failures in the Action Log, and not one row for each guess', async () => {
  for (let index = 0; index < 30; index++) await signIn(from(`198.51.100.${index}`), 'bruno@fern.test', 'guess')
  for (let index = 0; index < 30; index++)
    await signIn(from(`198.51.100.${index}`), `stranger${index}@nowhere.test`, 'typed into the wrong field')
  const log = await signInLog()
  const refused = log.filter(({ action }) => action === 'session.refused')
  expect(refused.filter(({ actor }) => actor === 'bruno@fern.test')).toHaveLength(10)
  expect(refused.filter(({ actor }) => actor === '')).toHaveLength(10)
  expect(refused[0]?.detail).toMatchObject({ reason: 'password', address: expect.stringMatching(/^198\.51\.100\./) })
  expect(JSON.stringify(log)).not.toContain('nowhere.test')
  const throttled = log.filter(({ action, actor }) => action === 'session.throttled' && actor === 'chiara@fern.test')
  expect(throttled).toHaveLength(1)
})

it('lists where a user is signed in, signs one out, and everywhere', async () => {
  const [desk, phone] = [
    from('192.0.2.1', cookiesOf(await signIn(from('192.0.2.1'), 'ada@fern.test'))),
    from('192.0.2.2', cookiesOf(await signIn(from('192.0.2.2'), 'ada@fern.test'))),
  ]
  type Listed = { id: number; device: string; address: string; current: boolean }
  const sessionsOf = async (client: HttpClient) =>
    ((await client.get('/workspace/me/sessions')).body as { sessions: Listed[] }).sessions
  const listed = await sessionsOf(desk)
  const other = listed.find(({ address }) => address === '192.0.2.2')
  expect(other).toMatchObject({ device: 'Browser at 192.0.2.2', current: false })
  expect(listed.filter(({ current }) => current)).toMatchObject([{ address: '192.0.2.1' }])
  const bruno = from('192.0.2.3', cookiesOf(await signIn(from('192.0.2.3'), 'bruno@fern.test')))
  expect((await bruno.send('DELETE', `/workspace/me/sessions/${other?.id}`)).status).toBe(404)
  expect((await desk.send('DELETE', `/workspace/me/sessions/${other?.id}`)).status).toBe(200)
  expect((await phone.get('/workspace/me')).status).toBe(401)
  expect((await desk.send('DELETE', '/workspace/me/sessions')).status).toBe(200)
  expect((await desk.get('/workspace/me')).status).toBe(401)
  expect((await bruno.get('/workspace/me')).status).toBe(200)
})

it('looks a password link up before it hashes anything, and limits guessing of links', async () => {
  const { accountId, userIds } = system.fern
  const choose = (address: string, token: string, password: string) =>
    from(address).postJson('/workspace/password', { token, password })
  const hash = vi.mocked(argon2.hash)
  hash.mockClear()
  const expired = { status: 400, body: { errorCode: 'link_expired' } }
  expect(await choose('192.0.2.50', newToken(), 'a long enough password')).toMatchObject(expired)
  expect(hash).not.toHaveBeenCalled()
  const token = newToken()
  await inAccount(system.deps.db, accountId, (trx) => insertLink(trx, userIds.chiara, sha256(token), 1))
  expect(await choose('192.0.2.51', token, 'short')).toMatchObject({ body: { errorCode: 'password_weak' } })
  expect(hash).not.toHaveBeenCalled()
  expect((await choose('192.0.2.51', token, 'a long enough password')).status).toBe(200)
  expect(hash).toHaveBeenCalledTimes(1)
  const guesses = await Promise.all(
    Array.from({ length: 25 }, () => choose('192.0.2.50', newToken(), 'a long enough password')),
  )
  expect(guesses.map(({ status }) => status)).toContain(429)
  expect(hash).toHaveBeenCalledTimes(1)
})

it('sends Secure cookies and HSTS where the account’s public URL is https, and only there', async () => {
  await changeAddress(system.deps, system.fern.accountId, 'https://fern.test')
  await expireCaches()
  const [secure, plain] = [
    await signIn(from('192.0.2.9'), 'bruno@fern.test'),
    await system.kettle.stranger.postJson('/workspace/sign-in', { email: 'farid@kettle.test', password: PASSWORD }),
  ]
  const cookies = [secure.headers['set-cookie'] ?? []].flat()
  expect(cookies).toHaveLength(2)
  for (const line of cookies) expect(line).toMatch(/HttpOnly; Secure/)
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
  expect(String(plain.headers['set-cookie'])).not.toContain('Secure')
  expect(plain.headers['strict-transport-security']).toBeUndefined()
})
