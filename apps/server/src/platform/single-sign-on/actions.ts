import type {
  deleteSingleSignOn,
  finishSingleSignOn,
  getSignInOptions,
  getSingleSignOn,
  SingleSignOn,
  saveSingleSignOn,
  startSingleSignOn,
} from '@patchbay/contract/platform/workspace/single-sign-on'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../lib/db/database.ts'
import { inAccount } from '../../lib/db/transaction.ts'
import { fail, messageOf } from '../../lib/errors.ts'
import type { Action, Http } from '../../lib/http-in/route.ts'
import { getAccount } from '../accounts/store.ts'
import { insertAction } from '../action-log/store.ts'
import { recordRefusal, throttleNetwork } from '../sessions/guessing-service.ts'
import { openSession, sendSession } from '../sessions/service.ts'
import { emailKey } from '../users/rules.ts'
import { findUser, findUserByEmail, getUserName, insertUser, type User } from '../users/store.ts'
import { authorizationUrl, type Challenge, discoverProvider, type Provider, readClaims } from './client.ts'
import { type Claims, canTurnPasswordsOff, nameFrom, verifiedEmail } from './rules.ts'
import { deleteSettings, findSettings, type Settings, upsertSettings } from './store.ts'

const CHALLENGE_COOKIE = 'patchbay_sso'
const CHALLENGE_SECONDS = 600

const secretContext = (accountId: number): string => `${accountId}/single_sign_on/secret`
const challengeContext = (accountId: number): string => `${accountId}/single_sign_on/challenge`
const redirectUrlAt = (publicUrl: string): string => `${publicUrl}/single-sign-on`

const present = ({ clientSecret: _sealed, ...shown }: Settings, publicUrl: string): SingleSignOn => ({
  ...shown,
  redirectUrl: redirectUrlAt(publicUrl),
})

const getProvider = async (deps: Deps, accountId: number): Promise<{ provider: Provider; settings: Settings }> => {
  const { settings, publicUrl } = await inAccount(deps.db, accountId, async (trx) => ({
    settings: (await findSettings(trx)) ?? fail('not_found'),
    publicUrl: (await getAccount(trx)).publicUrl,
  }))
  const { issuer, clientId } = settings
  const clientSecret = deps.sealer.open(secretContext(accountId), settings.clientSecret)
  return { settings, provider: { issuer, clientId, clientSecret, redirectUrl: redirectUrlAt(publicUrl) } }
}

export const showSignInOptions: Action<Deps, typeof getSignInOptions> = async (deps, { accountId }) => {
  const settings = await inAccount(deps.db, accountId, findSettings)
  return {
    success: true,
    passwords: settings?.passwordsAllowed ?? true,
    ...(settings && { singleSignOn: settings.label }),
  }
}

export const beginSingleSignOn: Action<Deps, typeof startSingleSignOn> = async (deps, { accountId }, _input, http) => {
  await throttleNetwork(deps, http, 'single-sign-on', 30)
  const { provider } = await getProvider(deps, accountId)
  const { url, challenge } = await authorizationUrl(deps, provider).catch((error) => {
    deps.log.warn({ err: error, accountId }, 'the identity provider cannot be used')
    return fail('single_sign_on_failed', { values: { reason: 'the identity provider does not answer as expected' } })
  })
  const sealed = deps.sealer.seal(challengeContext(accountId), JSON.stringify(challenge))
  await http.setCookie(CHALLENGE_COOKIE, sealed.toString('base64url'), CHALLENGE_SECONDS)
  return { success: true, url }
}

/** Only the browser that started can finish: it has the challenge. */
const readChallenge = (deps: Deps, accountId: number, http: Http): Challenge => {
  try {
    const cookie = Buffer.from(http.cookie(CHALLENGE_COOKIE) ?? '', 'base64url')
    return JSON.parse(deps.sealer.open(challengeContext(accountId), cookie)) as Challenge
  } catch {
    return fail('single_sign_on_failed', { values: { reason: 'it took too long or began in another browser' } })
  }
}

/** The active user with the verified address, created where the settings say so. */
const findOrCreateUser = async (trx: Db, claims: Claims, { createRole }: Settings): Promise<User | undefined> => {
  const email = verifiedEmail(claims)
  if (email === undefined) return undefined
  const known = await findUserByEmail(trx, emailKey(email))
  if (known || createRole === undefined) return known?.active ? known : undefined
  const person = { email, emailKey: emailKey(email), ...nameFrom(claims, email), role: createRole }
  const { id, isNew } = await insertUser(trx, person)
  const entry = { recordType: 'Users', actor: email, action: 'user.created' } as const
  if (isNew) await insertAction(trx, { ...entry, detail: { role: createRole } })
  return findUser(trx, id)
}

export const completeSingleSignOn: Action<Deps, typeof finishSingleSignOn> = async (
  deps,
  { accountId },
  { body },
  http,
) => {
  await throttleNetwork(deps, http, 'single-sign-on', 30)
  const { provider, settings } = await getProvider(deps, accountId)
  const challenge = readChallenge(deps, accountId, http)
  await http.setCookie(CHALLENGE_COOKIE, '', 0)
  const refuse = () => recordRefusal(deps, { accountId, http, user: undefined }, 'single-sign-on')
  const claims = await readClaims(deps, provider, challenge, body.query).catch(async (error) => {
    deps.log.warn({ err: error, accountId }, 'single sign-on was refused')
    await refuse()
    return fail('single_sign_on_failed', { values: { reason: 'the answer of the identity provider is not valid' } })
  })
  const session = await inAccount(deps.db, accountId, async (trx) => {
    const user = await findOrCreateUser(trx, claims, settings)
    return user && openSession(trx, user, http, { bySso: true, secondFactorDue: false })
  })
  if (!session) {
    await refuse()
    return fail('single_sign_on_unknown_user')
  }
  return sendSession(deps, accountId, http, session)
}

export const showSettings: Action<Deps, typeof getSingleSignOn> = (deps, { accountId }) =>
  inAccount(deps.db, accountId, async (trx) => {
    const { publicUrl } = await getAccount(trx)
    const settings = await findSettings(trx)
    return {
      success: true,
      redirectUrl: redirectUrlAt(publicUrl),
      ...(settings && { settings: present(settings, publicUrl) }),
    }
  })

export const saveSettings: Action<Deps, typeof saveSingleSignOn> = async (deps, caller, { body }) => {
  const { accountId } = caller
  const { before, publicUrl } = await inAccount(deps.db, accountId, async (trx) => ({
    before: await findSettings(trx),
    publicUrl: (await getAccount(trx)).publicUrl,
  }))
  const { clientSecret: given, ...rest } = body
  const stored = before && deps.sealer.open(secretContext(accountId), before.clientSecret)
  const secret = given ?? stored ?? fail('entity_invalid', { fields: { clientSecret: 'is missing' } })
  if (!body.passwordsAllowed && !canTurnPasswordsOff(caller.bySso, before, body)) fail('single_sign_on_first')
  const provider = { ...rest, clientSecret: secret, redirectUrl: redirectUrlAt(publicUrl) }
  // A secret that was saved for one issuer is not sent to another.
  if (given === undefined && before?.issuer !== body.issuer)
    fail('entity_invalid', { fields: { clientSecret: 'is needed with a new issuer' } })
  await discoverProvider(deps, provider).catch((error) =>
    fail('single_sign_on_failed', { values: { reason: messageOf((error as Error).cause ?? error) } }),
  )
  const settings = { ...rest, clientSecret: deps.sealer.seal(secretContext(accountId), secret) }
  await inAccount(deps.db, accountId, async (trx) => {
    await upsertSettings(trx, settings)
    await insertAction(trx, {
      recordType: 'Settings',
      actor: await getUserName(trx, caller.userId),
      action: 'single-sign-on.changed',
      detail: { ...rest, secretChanged: given !== undefined },
    })
  })
  return { success: true, settings: present(settings, publicUrl) }
}

export const removeSettings: Action<Deps, typeof deleteSingleSignOn> = (deps, caller) =>
  inAccount(deps.db, caller.accountId, async (trx) => {
    await deleteSettings(trx)
    const actor = await getUserName(trx, caller.userId)
    await insertAction(trx, { recordType: 'Settings', actor, action: 'single-sign-on.removed' })
    return { success: true }
  })
