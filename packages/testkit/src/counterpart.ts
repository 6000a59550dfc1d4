// A bank, an exchange or a messenger in a process of its own, which behaves as it is told (behaviour.ts).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Flow } from './bank.ts'
import type { Behaviour, Where } from './behaviour.ts'
import type { CallKind, Script } from './exchange.ts'

const MAIN = fileURLToPath(new URL('counterpart-main.ts', import.meta.url))

export type Kind = 'bank' | 'exchange' | 'messenger'

export type Deed =
  | { do: 'behave'; behaviour: Behaviour; where?: Where }
  /** A bank: the client pays. */
  | { do: 'pay'; paymentId: string; flow: Flow }
  /** An exchange: a call is played; what was kept back is told. */
  | { do: 'call'; kind: CallKind; script: Script }
  | { do: 'tell' }
  /** A messenger: somebody writes. */
  | { do: 'say'; token: string; channel: number; person: string; texts: string[] }
  /** What took effect: a bank's payments and calls, an exchange's rings, a messenger's webhooks. */
  | { do: 'book' }

export type Counterpart = {
  url: string
  behave: (behaviour: Behaviour, where?: Where) => Promise<void>
  act: <T>(deed: Deed) => Promise<T>
  stop: () => Promise<void>
}

export const startCounterpart = async (
  kind: Kind,
  { origin, host, apiKey, keyed = true }: { origin: string; host: string; apiKey: string; keyed?: boolean },
): Promise<Counterpart> => {
  const child = spawn(process.execPath, [MAIN, kind, origin, host, apiKey, keyed ? 'keyed' : 'keyless'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), gone.then(() => ['{}'])])) as [Buffer | string]
  const { url, deeds } = JSON.parse(String(line)) as { url?: string; deeds?: string }
  if (!url || !deeds) throw new Error(`the ${kind} did not start`)
  const act = async <T>(deed: Deed): Promise<T> =>
    (await fetch(deeds, { method: 'POST', body: JSON.stringify(deed) })).json() as Promise<T>
  return {
    url,
    act,
    behave: (behaviour, where) => act<void>({ do: 'behave', behaviour, ...(where && { where }) }),
    stop: async () => {
      child.kill()
      await gone
    },
  }
}
