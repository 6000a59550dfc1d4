import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Check, CheckContext, Hooks } from './check.ts'
import { type MockSystem, startMockSystem } from './mock-system.ts'
import type { Settings } from './mock-system-state.ts'
import { basicPaymentChecks, lastPaymentChecks } from './payment.ts'
import { flowChecks } from './payment-flows.ts'
import type { Outcome, Report } from './report.ts'
import { type RunningModule, startModule } from './running-module.ts'
import { CheckFailure, CheckSkip, CheckWarning, createSender } from './send-request.ts'
import { statementChecks, statementFlowChecks } from './statement.ts'
import { telephonyChecks } from './telephony.ts'
import { transportChecks } from './transport.ts'

export const KINDS = ['telephony', 'payment', 'transport'] as const
export type Kind = (typeof KINDS)[number]

export type VerifyOptions = {
  kind: Kind
  /** The module's URL. */
  url: string
  /** The port of the mock system; a free one by default. */
  systemPort?: number
  /** The command that starts the module, with the three variables in its environment. */
  run?: string
  /** For a module that is registered elsewhere: its secret and clientId. Its own requests are not checked then. */
  secret?: string
  clientId?: string
  hooks?: Hooks
  /** Runs only the checks whose name matches. */
  only?: RegExp
  /** Time-out of each request to the module. */
  timeoutMs?: number
  /** How long to wait for requests of the module. */
  waitMs?: number
  /** How long to wait for its registration; `waitMs` by default. */
  registrationMs?: number
  onReady?: (mockSystem: MockSystem) => void
  /** Called as soon as a check has its result. */
  onOutcome?: (outcome: Outcome) => void
}

const CHECKS: Readonly<Record<Kind, readonly Check[]>> = {
  telephony: telephonyChecks,
  payment: [...basicPaymentChecks, ...statementChecks, ...flowChecks, ...statementFlowChecks, ...lastPaymentChecks],
  transport: transportChecks,
}

/** The default paths of `serve…`. */
const usualSettings = (kind: Kind, url: string, clientId: string): Settings => {
  const base = url.replace(/\/+$/, '')
  const actions = Object.fromEntries(
    ['create', 'approve', 'cancel', 'refund', 'status'].map((name) => [name, `/payment/${name}`]),
  )
  return {
    code: 'module',
    clientId,
    baseUrl: base,
    actions: { activity: `/${kind}/activity` },
    integrations: {
      telephony: { makeCallUrl: `${base}/telephony/make-call`, changeUserStatusUrl: `${base}/telephony/user-status` },
      payment: { actions, currencies: ['EUR'], shops: [{ code: 'main' }] },
      mgTransport: { webhookUrl: `${base}/transport/webhook` },
    },
  }
}

const runCheck = async (check: Check, context: CheckContext): Promise<Outcome> => {
  const { name } = check
  const lacking = check.skipReason?.(context)
  if (lacking !== undefined) return { name, result: 'skipped', detail: lacking, ms: 0 }
  const started = Date.now()
  try {
    await check.run(context)
    return { name, result: 'passed', ms: Date.now() - started }
  } catch (error) {
    if (error instanceof CheckWarning)
      return { name, result: 'warned', detail: error.message, ms: Date.now() - started }
    if (error instanceof CheckSkip) return { name, result: 'skipped', detail: error.message, ms: 0 }
    const detail = error instanceof CheckFailure ? error.message : `the check itself failed: ${String(error)}`
    return { name, result: 'failed', detail, ms: Date.now() - started }
  }
}

const hasRegistered = (mockSystem: MockSystem, kind: Kind): boolean => {
  const { telephony, payment, mgTransport } = mockSystem.settings()?.integrations ?? {}
  return { telephony, payment, transport: mgTransport }[kind] !== undefined
}

const POLL_MS = 15

const waitForRegistration = async (
  mockSystem: MockSystem,
  kind: Kind,
  ms: number,
  module: RunningModule | undefined,
): Promise<Outcome> => {
  const started = Date.now()
  const name = 'registers itself'
  const refusal = () => mockSystem.received.find(({ path, problem }) => path.endsWith('/edit') && problem !== undefined)
  const isOver = () =>
    hasRegistered(mockSystem, kind) || refusal() || module?.exited() !== undefined || Date.now() - started > ms
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  const missing = () =>
    module?.exited() ??
    `no ${kind} module registered within ${ms} ms; start it with PATCHBAY_URL=${mockSystem.url} PATCHBAY_KEY=${mockSystem.apiKey}, or give --secret and --client-id`
  const detail = refusal()?.problem ?? (hasRegistered(mockSystem, kind) ? undefined : missing())
  return detail === undefined
    ? { name, result: 'passed', ms: Date.now() - started }
    : { name, result: 'failed', detail, ms: Date.now() - started }
}

/** In the order of their results. */
async function* runAll(
  options: VerifyOptions,
  mockSystem: MockSystem,
  module: RunningModule | undefined,
): AsyncGenerator<Outcome> {
  const { kind, url, secret, clientId = '', hooks = {}, timeoutMs = 5_000, waitMs = 15_000 } = options
  const { registrationMs = waitMs } = options
  const connected = secret === undefined
  if (connected) {
    yield await waitForRegistration(mockSystem, kind, registrationMs, module)
    if (!hasRegistered(mockSystem, kind)) return
  }
  const settings = (connected && mockSystem.settings()) || usualSettings(kind, url, clientId)
  const currentSecret = () => secret ?? mockSystem.secret
  const send = createSender(settings.clientId, currentSecret, timeoutMs)
  const context: CheckContext = {
    mockSystem,
    settings,
    get secret() {
      return currentSecret()
    },
    send,
    hooks,
    connected,
    waitMs,
  }
  const chosen = CHECKS[kind].filter(({ name, always }) => always || (options.only?.test(name) ?? true))
  for (const check of chosen) {
    if (check.applies?.(context) === false) continue
    yield await runCheck(check, context)
    const detail = module?.exited()
    if (detail !== undefined) return yield { name: 'keeps running', result: 'failed', detail, ms: 0 }
  }
}

/** Runs all checks of the kind against a module. */
export const verifyModule = async (options: VerifyOptions): Promise<Report> => {
  const mockSystem = await startMockSystem(options.systemPort)
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-verify-'))
  options.onReady?.(mockSystem)
  const module = options.run === undefined ? undefined : startModule(options.run, mockSystem, options.url, folder)
  const outcomes: Outcome[] = []
  try {
    for await (const outcome of runAll(options, mockSystem, module)) {
      outcomes.push(outcome)
      options.onOutcome?.(outcome)
    }
    return { kind: options.kind, url: options.url, outcomes }
  } finally {
    module?.stop()
    await mockSystem.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
