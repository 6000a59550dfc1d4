import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, createClient, type RegistrationAnswer } from './client.ts'
import { ApiError, type RetryOptions } from './http.ts'
import type { ModuleEdit } from './registration.ts'
import type { SecretFor } from './request-handler.ts'
import { createTransport, type Transport } from './transport-client.ts'

// One module connected to one system, the usual case. The answer to the registration is stored in a file, so that a
// restarted module can verify requests while the system is away.

type StoredConnection = {
  clientId: string
  secrets: string[]
  /** Known after the first registration. */
  code?: string
  transport?: { endpointUrl: string; token: string }
}

export type ConnectionOptions = {
  systemUrl: string
  apiKey: string
  /** Stores the clientId and the signing secret; only the module's own user can read it. */
  file: string
  retry?: RetryOptions
  /** Says when the signing secret or the transport token was replaced, or could not be. */
  log?: (line: string) => void
}

export type Connection = {
  clientId: string
  client: Client
  /** For `serve…`: the secrets of this system, undefined for any other clientId; asked for new ones, it fetches them. */
  secretFor: SecretFor
  register: (module: ModuleEdit) => Promise<void>
  /** What the system said about the last registration: users, shops and members that it did not take. */
  warnings: () => readonly string[]
  /** The transport API; throws until the module has registered a transport. */
  transport: () => Transport
}

type Log = NonNullable<ConnectionOptions['log']>

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

/** Anyone can send a wrong signature; the system is not asked for each of them. */
const REFETCH_PAUSE_MS = 10_000

const NOT_TOLD = 'the system does not tell it to this API key: if the key was replaced, give the module the new one'

/** The secret that signs now; undefined for a key that was replaced. A key that may not read the module asks for another secret instead. */
const fetchSecret = async (client: Client, { code = '', clientId }: StoredConnection): Promise<string | undefined> => {
  try {
    return (await client.module(code)).signature?.secret
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403)) throw error
    return (await client.register({ code, clientId, rotateSecret: true })).signature?.secret
  }
}

/** Somebody rotated the secret in the workspace, and the time in which the old one signs as well is over. */
const secretRefetcher = (client: Client, stored: StoredConnection, keep: (secret: string) => void, log: Log) => {
  let last = Number.NEGATIVE_INFINITY
  const refetch = async (): Promise<void> => {
    try {
      const secret = await fetchSecret(client, stored)
      if (secret === undefined) return log(`a signature does not match, and the signing secret may be new: ${NOT_TOLD}`)
      if (stored.secrets.includes(secret)) return
      keep(secret)
      log('the signing secret was changed in the system: this module uses the new one')
    } catch (error) {
      log(`a signature does not match, and the system did not tell the signing secret: ${String(error)}`)
    }
  }
  let current: Promise<void> = Promise.resolve()
  return (): Promise<void> => {
    if (stored.code === undefined || performance.now() - last < REFETCH_PAUSE_MS) return current
    last = performance.now()
    current = refetch()
    return current
  }
}

/** Somebody replaced the token in the workspace. While the system is away the request fails as one without an answer does. */
const tokenRefetcher = (client: Client, stored: StoredConnection, keep: () => void, log: Log) => async () => {
  const token = (await client.module(stored.code ?? '')).integrations.mgTransport?.token
  // Read afterwards: of several refused requests one stores the token.
  const { transport } = stored
  if (transport && token !== undefined && token !== transport.token) {
    stored.transport = { ...transport, token }
    keep()
    log('the transport token was changed in the system: this module uses the new one')
  }
  if (token === undefined) log(`the transport token is refused, and there may be a new one: ${NOT_TOLD}`)
  return token
}

export const openConnection = (options: ConnectionOptions): Connection => {
  const { systemUrl, apiKey, file, retry, log = () => {} } = options
  const stored = read(file)
  const client = createClient({ systemUrl, apiKey, clientId: stored.clientId, ...(retry && { retry }) })
  let warnings: readonly string[] = []
  const keepSecret = (secret: string) => {
    // The last two: requests signed with the old secret may still arrive.
    stored.secrets = [secret, ...stored.secrets].slice(0, 2)
    save(file, stored)
  }
  const refetchSecret = secretRefetcher(client, stored, keepSecret, log)
  const refetchToken = tokenRefetcher(client, stored, () => save(file, stored), log)
  const register: Connection['register'] = async (module) => {
    // Without the secret no request of the system can be verified, so a lost one is rotated.
    const rotateSecret = stored.secrets.length === 0
    const edit = { ...module, clientId: stored.clientId }
    let info = await client.register(edit)
    if (rotateSecret && !info.signature) info = await client.register({ ...edit, rotateSecret })
    warnings = warningsOf(info)
    stored.code = module.code
    if (info.mgTransport) stored.transport = info.mgTransport
    if (info.signature) keepSecret(info.signature.secret)
    else save(file, stored)
  }
  return {
    clientId: stored.clientId,
    client,
    secretFor: (clientId, refetch = false) => {
      if (clientId !== stored.clientId || stored.secrets.length === 0) return undefined
      return refetch ? refetchSecret().then(() => stored.secrets) : stored.secrets
    },
    register,
    warnings: () => warnings,
    transport: () => {
      if (!stored.transport) throw new ApiError('The module has not registered with chats yet', 0, undefined)
      return createTransport({ ...stored.transport, refetchToken, ...(retry && { retry }) })
    },
  }
}

/** Registers with retries: a module may be started before the system. What it registers may have to be read there first. */
export const registerWithRetry = async (
  connection: Connection,
  module: ModuleEdit | (() => Promise<ModuleEdit>),
  pauseMs = 2_000,
  onError: (error: unknown) => void = () => {},
): Promise<void> => {
  for (;;) {
    try {
      return await connection.register(typeof module === 'function' ? await module() : module)
    } catch (error) {
      // A 4xx answer will not change by repeating the request.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
      onError(error)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
