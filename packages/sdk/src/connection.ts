import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, createClient, type RegistrationAnswer } from './client.ts'
import { ApiError, type RetryOptions } from './http.ts'
import type { ModuleEdit } from './registration.ts'
import { createTransport, type Transport } from './transport-client.ts'

// One module connected to one system, the usual case. The answer to the registration is stored in a file, because the
// system shows the signing secret only once.

type StoredConnection = { clientId: string; secrets: string[]; transport?: { endpointUrl: string; token: string } }

export type ConnectionOptions = {
  systemUrl: string
  apiKey: string
  /** Stores the clientId and the signing secret; only the module's own user can read it. */
  file: string
  retry?: RetryOptions
}

export type Connection = {
  clientId: string
  client: Client
  /** For `serve…`: the secrets of this system, undefined for any other clientId. */
  secretFor: (clientId: string) => readonly string[] | undefined
  register: (module: ModuleEdit) => Promise<void>
  /** What the system said about the last registration: users, shops and members that it did not take. */
  warnings: () => readonly string[]
  /** The transport API; throws until the module has registered a transport. */
  transport: () => Transport
}

const read = (file: string): StoredConnection => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredConnection
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { clientId: crypto.randomUUID(), secrets: [] }
  }
}

/** Atomic: with a half-written secret the module could not verify any request. */
const save = (file: string, stored: StoredConnection): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const warningsOf = (info: RegistrationAnswer): string[] => [
  ...(info.notExistUsersIds ?? []).map((id) => `there is no user ${id}: the extension was not saved`),
  ...(info.notExistSiteCodes ?? []).map((code) => `there is no shop ${code}: the external number was not saved`),
  ...(info.payment?.removedShops ?? []).map((code) => `the shop ${code} was removed`),
  ...(info.warnings ?? []),
]

export const openConnection = ({ systemUrl, apiKey, file, retry }: ConnectionOptions): Connection => {
  const stored = read(file)
  const client = createClient({ systemUrl, apiKey, clientId: stored.clientId, ...(retry && { retry }) })
  let warnings: readonly string[] = []
  const register: Connection['register'] = async (module) => {
    // Without the secret no request of the system can be verified, so a lost one is rotated.
    const rotateSecret = stored.secrets.length === 0
    const edit = { ...module, clientId: stored.clientId }
    let info = await client.register(edit)
    if (rotateSecret && !info.signature) info = await client.register({ ...edit, rotateSecret })
    warnings = warningsOf(info)
    // The last two: requests signed with the old secret may still arrive.
    if (info.signature) stored.secrets = [info.signature.secret, ...stored.secrets].slice(0, 2)
    if (info.mgTransport) stored.transport = info.mgTransport
    save(file, stored)
  }
  return {
    clientId: stored.clientId,
    client,
    secretFor: (clientId) => (clientId === stored.clientId && stored.secrets.length > 0 ? stored.secrets : undefined),
    register,
    warnings: () => warnings,
    transport: () => {
      if (!stored.transport) throw new ApiError('The module has not registered with chats yet', 0, undefined)
      return createTransport({ ...stored.transport, ...(retry && { retry }) })
    },
  }
}

/** Registers with retries: a module may be started before the system. */
export const registerWithRetry = async (
  connection: Connection,
  module: ModuleEdit,
  pauseMs = 2_000,
  onError: (error: unknown) => void = () => {},
): Promise<void> => {
  for (;;) {
    try {
      return await connection.register(module)
    } catch (error) {
      // A 4xx answer will not change by repeating the request.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
      onError(error)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
