import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Client, createClient } from './client.ts'
import { ApiError, type Patience } from './http.ts'
import type { ModuleEdit } from './registration.ts'
import { createTransport, type Transport } from './transport-client.ts'

// One module, one system: the usual case. What the system said at the registration is kept in a file, since it shows
// the signing secret only once.

type Kept = { clientId: string; secrets: string[]; transport?: { endpointUrl: string; token: string } }

export type ConnectionOptions = {
  systemUrl: string
  apiKey: string
  /** Where the clientId and the signing secret are kept; readable by the module's own user only. */
  file: string
  patience?: Patience
}

export type Connection = {
  clientId: string
  client: Client
  /** For `serve…`: knows this one system. */
  secretFor: (clientId: string) => readonly string[] | undefined
  register: (module: ModuleEdit) => Promise<void>
  /** The transport API; there once the module has registered with chats. */
  transport: () => Transport
}

const read = (file: string): Kept => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { clientId: crypto.randomUUID(), secrets: [] }
  }
}

/** Whole or not at all: a half-written secret would lock the module out. */
const save = (file: string, kept: Kept): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export const openConnection = ({ systemUrl, apiKey, file, patience }: ConnectionOptions): Connection => {
  const kept = read(file)
  const client = createClient({ systemUrl, apiKey, ...(patience && { patience }) })
  const register: Connection['register'] = async (module) => {
    // Without the secret nothing that the system sends can be believed, so a lost one is asked for anew.
    const rotateSecret = kept.secrets.length === 0
    const edit = { ...module, clientId: kept.clientId }
    let info = await client.register(edit)
    if (rotateSecret && !info.signature) info = await client.register({ ...edit, rotateSecret })
    // The last two: what was signed a moment ago with the old one is still on its way.
    if (info.signature) kept.secrets = [info.signature.secret, ...kept.secrets].slice(0, 2)
    if (info.mgTransport) kept.transport = info.mgTransport
    save(file, kept)
  }
  return {
    clientId: kept.clientId,
    client,
    secretFor: (clientId) => (clientId === kept.clientId && kept.secrets.length > 0 ? kept.secrets : undefined),
    register,
    transport: () => {
      if (!kept.transport) throw new ApiError('The module has not registered with chats yet', 0, undefined)
      return createTransport({ ...kept.transport, ...(patience && { patience }) })
    },
  }
}

/** Registers until it works: a module may be started before the system. */
export const registerUntilDone = async (
  connection: Connection,
  module: ModuleEdit,
  pauseMs = 2_000,
  onError: (error: unknown) => void = () => {},
): Promise<void> => {
  for (;;) {
    try {
      return await connection.register(module)
    } catch (error) {
      // A refusal with a sentence stays a refusal however often it is asked.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
      onError(error)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
