// A simulated bank, exchange or messenger as a separate process, with fault injection (behaviour.ts).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Flow } from './bank.ts'
import type { Behaviour, BehaviourScope } from './behaviour.ts'
import type { CallKind, CallScript } from './exchange.ts'

const MAIN = fileURLToPath(new URL('simulator-main.ts', import.meta.url))

export type Kind = 'bank' | 'exchange' | 'messenger'

export type SimulatorCommand =
  | { type: 'behave'; behaviour: Behaviour; where?: BehaviourScope }
  /** Bank: the customer pays. */
  | { type: 'pay'; paymentId: string; flow: Flow }
  /** Exchange: simulate a call; send the reports that a fault held back. */
  | { type: 'call'; kind: CallKind; script: CallScript }
  | { type: 'send-held-reports' }
  /** Messenger: a customer writes. */
  | { type: 'send-messages'; token: string; channel: number; person: string; texts: string[] }
  /** What took effect: a bank's payments and requests, an exchange's calls, a messenger's webhooks. */
  | { type: 'state' }

export type Simulator = {
  url: string
  behave: (behaviour: Behaviour, where?: BehaviourScope) => Promise<void>
  run: <T>(command: SimulatorCommand) => Promise<T>
  stop: () => Promise<void>
}

export const startSimulator = async (
  kind: Kind,
  { origin, host, apiKey, idempotent = true }: { origin: string; host: string; apiKey: string; idempotent?: boolean },
): Promise<Simulator> => {
  const child = spawn(
    process.execPath,
    [MAIN, kind, origin, host, apiKey, idempotent ? 'idempotent' : 'non-idempotent'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const gone = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), gone.then(() => ['{}'])])) as [Buffer | string]
  const { url, controlUrl } = JSON.parse(String(line)) as { url?: string; controlUrl?: string }
  if (!url || !controlUrl) throw new Error(`the ${kind} did not start`)
  const run = async <T>(command: SimulatorCommand): Promise<T> =>
    (await fetch(controlUrl, { method: 'POST', body: JSON.stringify(command) })).json() as Promise<T>
  return {
    url,
    run,
    behave: (behaviour, where) => run<void>({ type: 'behave', behaviour, ...(where && { where }) }),
    stop: async () => {
      child.kill()
      await gone
    },
  }
}
