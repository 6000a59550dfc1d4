import { PASSWORD } from '@patchbay/testkit/fixtures'
import type { HttpClient, Reply } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passwordsCommand } from '../../src/operator/commands.ts'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts'
import { type System, startSystem } from '../support/system.ts'

const REDIRECT_URL = 'http://fern.test/single-sign-on'

let system: System
let provider: IdentityProvider
let ada: HttpClient
beforeAll(async () => {
  system = await startSystem()
  provider = await startIdentityProvider(REDIRECT_URL)
  ada = await system.fern.signIn('ada')
})
afterAll(async () => {
  await provider.close()
  await system.close()
})

const cookiesOf = (reply: Reply): string =>
  [reply.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')

const settings = (more: object = {}) => ({
  label: 'Fern ID',
  issuer: provider.issuer,
  clientId: 'patchbay',
  clientSecret: 'kept by both',
  passwordsAllowed: true,
  ...more,
})
const save = (client: HttpClient, more: object = {}) => client.postJson('/workspace/single-sign-on', settings(more))

const begin = async () => {
  const reply = await system.fern.stranger.postJson('/workspace/single-sign-on/start', {})
  expect(reply.status, reply.text).toBe(200)
  return { url: (reply.body as { url: string }).url, cookie: cookiesOf(reply) }
}
const finish = (cookie: string, query: string) =>
  system.fern.stranger.with({ cookie }).postJson('/workspace/single-sign-on/finish', { query })

const signIn = async (login: string): Promise<Reply> => {
  const { url, cookie } = await begin()
  return finish(cookie, await provider.signIn(url, login))
}

it('is set up by an administrator, whose secret is never shown', async () => {
  const bruno = await system.fern.signIn('bruno')
  expect((await save(bruno)).status).toBe(403)
  expect(await save(ada, { clientSecret: undefined })).toMatchObject({ status: 400 })
  expect(await save(ada)).toMatchObject({
    status: 200,
    body: { settings: { issuer: provider.issuer, redirectUrl: REDIRECT_URL, passwordsAllowed: true } },
  })
  expect((await ada.get('/workspace/single-sign-on')).text).not.toContain('kept by both')
  expect((await system.fern.stranger.get('/workspace/sign-in')).body).toEqual({
    success: true,
    passwords: true,
    singleSignOn: 'Fern ID',
  })
  expect((await system.kettle.stranger.get('/workspace/sign-in')).body).toEqual({ success: true, passwords: true })
})

it('sends a stored secret to the issuer it was saved for only, and never calls a refused address', async () => {
  expect(await save(ada, { issuer: 'https://id.elsewhere.test', clientSecret: undefined })).toMatchObject({
    status: 400,
    body: { errors: { clientSecret: expect.any(String) } },
  })
  for (const issuer of ['http://10.0.0.1', 'http://169.254.169.254/latest', 'http://localhost:1'])
    expect(await save(ada, { issuer }), issuer).toMatchObject({
      status: 400,
      body: { errorCode: 'single_sign_on_failed' },
    })
  expect((await ada.get('/workspace/single-sign-on')).body).toMatchObject({ settings: { issuer: provider.issuer } })
})

it('signs in the user whose verified address the provider gives, with PKCE, state and nonce', async () => {
  const { url } = await begin()
  const { searchParams } = new URL(url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{20,}$/),
    nonce: expect.stringMatching(/^[\w-]{20,}$/),
    redirect_uri: REDIRECT_URL,
  })
  const reply = await signIn('Bruno@fern.test')
  expect(reply, reply.text).toMatchObject({ status: 200, body: { me: { email: 'bruno@fern.test', role: 'manager' } } })
  const bruno = system.fern.stranger.with({ cookie: cookiesOf(reply) })
  expect((await bruno.get('/workspace/me')).body).toMatchObject({ me: { firstName: 'Bruno' } })
  expect((await bruno.get('/workspace/me/sessions')).body).toMatchObject({
    sessions: expect.arrayContaining([expect.objectContaining({ singleSignOn: true, current: true })]),
  })
})

it('refuses strangers, addresses that were not verified, and creates nobody unless the settings say so', async () => {
  const refused = { status: 403, body: { errorCode: 'single_sign_on_unknown_user' } }
  expect(await signIn('unverified-ada@fern.test')).toMatchObject(refused)
  expect(await signIn('gwen@fern.test')).toMatchObject(refused)
  await save(ada, { createRole: 'read-only' })
  expect(await signIn('gwen@fern.test')).toMatchObject({
    status: 200,
    body: { me: { email: 'gwen@fern.test', firstName: 'Gwen', lastName: 'Vale', role: 'read-only' } },
  })
  expect(await signIn('unverified-gwen2@fern.test')).toMatchObject(refused)
  expect((await save(ada, { createRole: 'admin' })).status).toBe(400)
  await save(ada)
})

it('finishes only in the browser that started, once, with the answer to its own question', async () => {
  const refused = { status: 400, body: { errorCode: 'single_sign_on_failed' } }
  const [one, other] = [await begin(), await begin()]
  const query = await provider.signIn(one.url, 'bruno@fern.test')
  expect(await finish('', query)).toMatchObject(refused)
  expect(await finish(other.cookie, query)).toMatchObject(refused)
  expect(await finish(one.cookie, query.replace(/state=[^&]+/, 'state=x'))).toMatchObject(refused)
  expect(await finish(one.cookie, query)).toMatchObject({ status: 200 })
  expect(await finish(one.cookie, query)).toMatchObject(refused)
  const elsewhere = system.kettle.stranger.with({ cookie: one.cookie })
  expect((await elsewhere.postJson('/workspace/single-sign-on/finish', { query })).status).toBe(404)
  const { records } = (await ada.get('/workspace/action-log', { recordType: 'Sign-in' })).body as {
    records: { action: string; detail: object }[]
  }
  expect(records).toContainEqual(
    expect.objectContaining({
      action: 'session.refused',
      detail: expect.objectContaining({ reason: 'single-sign-on' }),
    }),
  )
})

it('replaces passwords only once an administrator came in through it, and the operator can bring them back', async () => {
  expect(await save(ada, { passwordsAllowed: false })).toMatchObject({
    status: 409,
    body: { errorCode: 'single_sign_on_first' },
  })
  const bySso = system.fern.stranger.with({ cookie: cookiesOf(await signIn('ada@fern.test')) })
  expect(await save(bySso, { passwordsAllowed: false })).toMatchObject({ status: 200 })
  const byPassword = () =>
    system.fern.stranger.postJson('/workspace/sign-in', { email: 'bruno@fern.test', password: PASSWORD })
  expect(await byPassword()).toMatchObject({ status: 403, body: { errorCode: 'passwords_off' } })
  expect(await system.fern.stranger.postJson('/workspace/password/forgot', { email: 'bruno@fern.test' })).toMatchObject(
    { status: 403, body: { errorCode: 'passwords_off' } },
  )
  expect((await system.fern.stranger.get('/workspace/sign-in')).body).toMatchObject({ passwords: false })
  expect((await passwordsCommand(system.deps, 'fern.test')).text).toBe('passwords are allowed')
  expect((await byPassword()).status).toBe(200)
})

it('goes with its settings', async () => {
  expect((await ada.send('DELETE', '/workspace/single-sign-on')).status).toBe(200)
  expect((await system.fern.stranger.postJson('/workspace/single-sign-on/start', {})).status).toBe(404)
})
