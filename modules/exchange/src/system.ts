import { type Client, systemTime } from '@patchbay/sdk/client'
import type { MessageBody } from './calls/call.ts'
import type { SetupFile } from './settings.ts'
import { ha1Of } from './sip/digest.ts'
import { REALM } from './sip/kamailio.ts'
import { saveCredential, saveDirectory } from './store/extensions.ts'
import type { Database } from './store/schema.ts'

// What is said to the system and read from it.

const CODE = 'exchange'
const LATE_MS = 5_000

/** Events and records in the system's time; the zone is read once. */
export const createSender = (client: Client, clientId: string) => {
  let zone: string | undefined
  const timeOf = async (at: number): Promise<string> => {
    zone ??= await client.timeZone()
    return systemTime(new Date(at), zone)
  }
  return async (body: MessageBody, key: string): Promise<unknown> => {
    if ('status' in body) return client.setUserStatus(body.status.userId, body.status.status)
    if ('record' in body) return client.uploadCalls([{ ...body.record, date: await timeOf(body.startedAt) }], clientId)
    const isLate = Date.now() - body.at > LATE_MS
    return client.callEvent({ ...body.event, ...(isLate && { date: await timeOf(body.at) }) }, clientId, key)
  }
}

/** The extensions and numbers that an administrator set in the workspace. */
export const refreshDirectory = async (client: Client, db: Database): Promise<void> => {
  const { integrations } = await client.module(CODE)
  const { additionalCodes = [], externalPhones = [] } = integrations.telephony ?? {}
  await saveDirectory(db, { additionalCodes, externalPhones })
}

/** The lists of the first registration, from the setup file. Users that the system does not have are left out. */
export const listsOf = async (client: Client, { extensions, externalPhones }: SetupFile) => {
  const users = extensions ? await client.users() : []
  const additionalCodes = users.flatMap(({ id, email }) => {
    const code = email === undefined ? undefined : extensions?.[email]
    return code === undefined ? [] : [{ userId: String(id), code }]
  })
  return { ...(extensions && { additionalCodes }), ...(externalPhones && { externalPhones }) }
}

/** Desk phones log in with the extension and a password; only HA1 is stored. */
export const saveTelephones = async (db: Database, { telephones = [] }: SetupFile): Promise<void> => {
  for (const { code, password } of telephones)
    await saveCredential(db, { username: code, extension: code, ha1: ha1Of(code, REALM, password) })
}

export const isSetUp = async (db: Database): Promise<boolean> =>
  (await db.query('select 1 from setup_done')).rows.length > 0

export const completeSetup = async (db: Database): Promise<void> => {
  await db.query('insert into setup_done values (true) on conflict do nothing')
}
