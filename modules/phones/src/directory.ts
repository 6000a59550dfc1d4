import type { Client } from '@patchbay/sdk/client'

/** What the system knows of the phones, for the page. */
export type Directory = {
  /** The name of the user of each extension. */
  owners: Readonly<Record<string, string>>
  /** The shops' own numbers. */
  lines: readonly string[]
}

export const readDirectory = async (client: Client, code: string): Promise<Directory> => {
  const [users, { integrations }] = await Promise.all([client.users(), client.module(code)])
  const { additionalCodes = [], externalPhones = [] } = integrations.telephony ?? {}
  const names = new Map(
    users.map(({ id, firstName, lastName }) => [String(id), `${firstName} ${lastName ?? ''}`.trim()]),
  )
  return {
    owners: Object.fromEntries(additionalCodes.map(({ code, userId }) => [code, names.get(String(userId)) ?? ''])),
    lines: externalPhones.map(({ externalPhone }) => externalPhone),
  }
}
