import { readFileSync } from 'node:fs'
import { type Client, systemTime } from '@patchbay/sdk/client'
import type { CallRecord } from '@patchbay/sdk/shapes'

// What an exchange brings along when it is connected: who has which phone, which number belongs to which shop, and its
// call history. Read from SETUP_FILE, and used once: later changes are made in the workspace.

export type PastCall = Omit<CallRecord, 'date' | 'externalId' | 'recordUrl'> & { externalId: string; startedAt: string }

export type Setup = {
  /** Email of a user, and the phone. */
  extensions: Record<string, string>
  externalPhones: { siteCode: string; externalPhone: string }[]
  calls: PastCall[]
}

export const readSetup = (file: string | undefined): Setup | undefined =>
  file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Setup)

/** The lists of a registration. Users that the system does not have are left out. */
export const registrationLists = async (client: Client, { extensions, externalPhones }: Setup) => {
  const users = await client.users()
  const additionalCodes = users.flatMap(({ id, email }) => {
    const code = email === undefined ? undefined : extensions[email]
    return code === undefined ? [] : [{ userId: String(id), code }]
  })
  return { additionalCodes, externalPhones }
}

/** Uploads the call history. A repeat after a crash creates no second call. */
export const uploadHistory = async (
  client: Client,
  clientId: string,
  calls: readonly PastCall[],
  recordUrl: (id: string) => string,
): Promise<void> => {
  const timeZone = await client.timeZone()
  const records = calls.map(({ startedAt, ...call }) => ({
    ...call,
    date: systemTime(new Date(startedAt), timeZone),
    ...((call.duration ?? 0) > 0 && { recordUrl: recordUrl(call.externalId) }),
  }))
  await client.uploadCalls(records, clientId)
}
