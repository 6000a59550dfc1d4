import { PASSWORD } from '@patchbay/testkit/fixtures'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'

let system: System
let ahead = 0
const now = () => new Date(Date.now() + ahead)
/** Lets the next code begin: none is accepted twice. */
const nextStep = () => {
  ahead += 30_000
}

beforeAll(async () => {
  system = await startSystem({ now, env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => system.close())

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() })

let attempts = 0
/** Each from another address: passwords are guessed elsewhere (sign-in.test.ts). */
const signIn = (email: string, code?: string, cookie = '') =>
  system.fern.stranger
    .with({ 'x-forwarded-for': `198.51.100.${++attempts}`, cookie })
    .postJson('/workspace/sign-in', { email, password: PASSWORD, ...(code && { code }) })
const asUser = (reply: Reply): HttpClient =>
  system.fern.stranger.with({ cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '' })

const setUp = async (user: HttpClient) => {
  const { secret, uri } = (await user.postJson('/workspace/me/second-factor', {})).body as {
    secret: string
    uri: string
  }
  nextStep()
  const confirmed = await user.postJson('/workspace/me/second-factor/confirm', { code: codeOf(secret) })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { secret, uri, recoveryCodes: (confirmed.body as { recoveryCodes: string[] }).recoveryCodes }
}

let bruno: Awaited<ReturnType<typeof setUp>>

it('counts from the first correct code on, and keeps its secret sealed', async () => {
  const user = await system.fern.signIn('bruno')
  const { secret, uri } = (await user.postJson('/workspace/me/second-factor', {})).body as {
    secret: string
    uri: string
  }
  expect(uri).toContain(`secret=${secret}`)
  expect(uri).toContain('otpauth://totp/Fern%20%26%20Field:bruno%40fern.test')
  expect((await signIn('bruno@fern.test')).status).toBe(200)
  expect(await user.postJson('/workspace/me/second-factor/confirm', { code: '000000' })).toMatchObject({
    status: 401,
    body: { errorCode: 'second_factor_wrong' },
  })
  bruno = await setUp(user)
  expect(new Set(bruno.recoveryCodes).size).toBe(10)
  expect((await user.get('/workspace/me/second-factor')).body).toEqual({
    success: true,
    active: true,
    required: false,
    recoveryCodesLeft: 10,
  })
  expect((await user.postJson('/workspace/me/second-factor', {})).status).toBe(409)
  const client = new pg.Client({ connectionString: system.adminUrl })
  await client.connect()
  const { rows } = await client.query("select encode(secret, 'escape') as secret from second_factor")
  await client.end()
  expect(rows).toHaveLength(1)
  expect(rows[0].secret).not.toContain(bruno.secret)
})

it('is asked for after the password, and no code is accepted twice', async () => {
  expect(await signIn('bruno@fern.test')).toMatchObject({ status: 401, body: { errorCode: 'second_factor_needed' } })
  const wrong = await system.fern.stranger.postJson('/workspace/sign-in', {
    email: 'bruno@fern.test',
    password: 'not the password',
    code: codeOf(bruno.secret),
  })
  expect(wrong).toMatchObject({ status: 401, body: { errorCode: 'sign_in_refused' } })
  expect(await signIn('bruno@fern.test', '000000')).toMatchObject({ body: { errorCode: 'second_factor_wrong' } })
  nextStep()
  const code = codeOf(bruno.secret)
  const tries = await Promise.all([signIn('bruno@fern.test', code), signIn('bruno@fern.test', code)])
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 401])
})

it('takes each recovery code once, however it is typed', async () => {
  const [first = '', second = ''] = bruno.recoveryCodes
  expect((await signIn('bruno@fern.test', first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await signIn('bruno@fern.test', first)).status).toBe(401)
  const user = asUser(await signIn('bruno@fern.test', second))
  expect((await user.get('/workspace/me/second-factor')).body).toMatchObject({ recoveryCodesLeft: 8 })
  nextStep()
  const renewed = await user.postJson('/workspace/me/second-factor/recovery-codes', { code: codeOf(bruno.secret) })
  expect((renewed.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
  expect((await signIn('bruno@fern.test', bruno.recoveryCodes[2])).status).toBe(401)
  bruno.recoveryCodes = (renewed.body as { recoveryCodes: string[] }).recoveryCodes
})

let device = ''

it('limits guessing of codes, but not on a device that the user signed in on before', async () => {
  const reply = await signIn('bruno@fern.test', bruno.recoveryCodes[0])
  device = [reply.headers['set-cookie'] ?? []].flat()[1]?.split(';')[0] ?? ''
  const guess = () => asUser(reply).postJson('/workspace/me/second-factor/disable', { code: '000000' })
  const tries = await Promise.all(Array.from({ length: 31 }, guess))
  expect(tries.map(({ status }) => status)).toContain(429)
  expect(tries.map(({ status }) => status)).not.toContain(200)
  expect((await signIn('bruno@fern.test', bruno.recoveryCodes[2])).status).toBe(429)
  expect((await signIn('bruno@fern.test', bruno.recoveryCodes[3], device)).status).toBe(200)
})

it('can be required: until it is set up, a user may do nothing else', async () => {
  const ada = await system.fern.signIn('ada')
  const { chiara } = system.fern.userIds
  expect((await ada.postJson(`/workspace/users/${chiara}`, { secondFactorRequired: true })).status).toBe(200)
  const reply = await signIn('chiara@fern.test')
  expect(reply).toMatchObject({ status: 200, body: { me: { secondFactorDue: true } } })
  const user = asUser(reply)
  for (const path of ['/workspace/orders', '/workspace/chats', '/workspace/live'])
    expect(await user.get(path), path).toMatchObject({ status: 403, body: { errorCode: 'second_factor_due' } })
  await setUp(user)
  expect((await user.get('/workspace/orders')).status).toBe(200)
  expect((await user.get('/workspace/me')).body).toMatchObject({ me: { secondFactorDue: false } })
})

it('is reset by an administrator for a user who lost it, and both are in the Action Log', async () => {
  const ada = await system.fern.signIn('ada')
  const { bruno: id } = system.fern.userIds
  const manager = asUser(await signIn('bruno@fern.test', bruno.recoveryCodes[1], device))
  expect((await manager.send('DELETE', `/workspace/users/${id}/second-factor`)).status).toBe(403)
  expect((await ada.get('/workspace/users')).body).toMatchObject({
    users: expect.arrayContaining([expect.objectContaining({ id, secondFactor: true, secondFactorRequired: false })]),
  })
  expect((await ada.send('DELETE', `/workspace/users/${id}/second-factor`)).status).toBe(200)
  expect((await signIn('bruno@fern.test')).status).toBe(200)
  const { records } = (await ada.get('/workspace/action-log')).body as { records: { action: string }[] }
  expect(records.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'second-factor.enabled',
      'second-factor.reset',
      'recovery-code.used',
      'recovery-codes.renewed',
      'session.refused',
    ]),
  )
})
