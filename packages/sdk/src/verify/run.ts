import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Complaint, createAsker, Nothing } from './ask.ts'
import type { Settings } from './memory.ts'
import { basicPaymentChecks, lastPaymentChecks } from './payment.ts'
import { flowChecks } from './payment-flows.ts'
import type { Outcome, Report } from './report.ts'
import type { Check, Hooks, Stage } from './stage.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { telephonyChecks } from './telephony.ts'
import { transportChecks } from './transport.ts'

export type Kind = 'telephony' | 'payment' | 'transport'

export type VerifyOptions = {
  kind: Kind
  /** The module's own address. */
  url: string
  /** Where the stand-in listens; a free port unless told. */
  systemPort?: number
  /** Starts the module, with the three values in its environment. */
  run?: string
  /** For a module that is registered elsewhere: its secret and clientId. What it sends is then not seen. */
  secret?: string
  clientId?: string
  hooks?: Hooks
  /** Only the checks whose name it finds. */
  only?: RegExp
  /** How long the module may take to answer. */
  timeoutMs?: number
  /** How long to wait for its registration, and for what it should send. */
  patienceMs?: number
  onReady?: (standIn: StandIn) => void
}

const CHECKS: Readonly<Record<Kind, readonly Check[]>> = {
  telephony: telephonyChecks,
  payment: [...basicPaymentChecks, ...flowChecks, ...lastPaymentChecks],
  transport: transportChecks,
}

/** The addresses that `serve…` gives a module that says nothing else. */
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

const runCheck = async (check: Check, stage: Stage): Promise<Outcome> => {
  const { name } = check
  const lacking = check.needs?.(stage)
  if (lacking !== undefined) return { name, result: 'skipped', detail: lacking, ms: 0 }
  const started = Date.now()
  try {
    await check.run(stage)
    return { name, result: 'passed', ms: Date.now() - started }
  } catch (error) {
    if (error instanceof Nothing) return { name, result: 'skipped', detail: error.message, ms: 0 }
    const detail = error instanceof Complaint ? error.message : `the check itself failed: ${String(error)}`
    return { name, result: 'failed', detail, ms: Date.now() - started }
  }
}

/** In a process group of its own, so that the shell and what it started end together. */
const startModule = (command: string, standIn: StandIn, url: string, folder: string): ChildProcess =>
  spawn(command, {
    shell: true,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PATCHBAY_URL: standIn.url,
      PATCHBAY_KEY: standIn.apiKey,
      PUBLIC_URL: url,
      DATA_FOLDER: folder,
    },
  })

const stopModule = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM')
  } catch {
    // It had ended by itself.
  }
}

const hasRegistered = (standIn: StandIn, kind: Kind): boolean => {
  const { telephony, payment, mgTransport } = standIn.settings()?.integrations ?? {}
  return { telephony, payment, transport: mgTransport }[kind] !== undefined
}

const waitForRegistration = async (standIn: StandIn, kind: Kind, ms: number): Promise<Outcome> => {
  const started = Date.now()
  const name = 'registers itself'
  await standIn.waitFor(() => hasRegistered(standIn, kind), ms)
  const refused = standIn.heard.find(({ path, complaint }) => path.endsWith('/edit') && complaint !== undefined)
  const detail =
    refused?.complaint ??
    (hasRegistered(standIn, kind)
      ? undefined
      : `no ${kind} module registered within ${ms} ms; start it with PATCHBAY_URL=${standIn.url} PATCHBAY_KEY=${standIn.apiKey}, or give --secret and --client-id`)
  return detail === undefined
    ? { name, result: 'passed', ms: Date.now() - started }
    : { name, result: 'failed', detail, ms: Date.now() - started }
}

const runAll = async (options: VerifyOptions, standIn: StandIn): Promise<Outcome[]> => {
  const { kind, url, secret, clientId = '', hooks = {}, timeoutMs = 5_000, patienceMs = 15_000 } = options
  const seen = secret === undefined
  const outcomes: Outcome[] = []
  if (seen) {
    const registered = await waitForRegistration(standIn, kind, patienceMs)
    outcomes.push(registered)
    if (!hasRegistered(standIn, kind)) return outcomes
  }
  const settings = (seen && standIn.settings()) || usualSettings(kind, url, clientId)
  const known = secret ?? standIn.secret
  const ask = createAsker(settings.clientId, known, timeoutMs)
  const stage: Stage = { standIn, settings, secret: known, ask, hooks, seen, patienceMs }
  const chosen = CHECKS[kind].filter(({ name, always }) => always || (options.only?.test(name) ?? true))
  for (const check of chosen) outcomes.push(await runCheck(check, stage))
  return outcomes
}

/** Plays the whole contract against a module. */
export const verifyModule = async (options: VerifyOptions): Promise<Report> => {
  const standIn = await startStandIn(options.systemPort)
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-verify-'))
  options.onReady?.(standIn)
  const child = options.run === undefined ? undefined : startModule(options.run, standIn, options.url, folder)
  try {
    return { kind: options.kind, url: options.url, outcomes: await runAll(options, standIn) }
  } finally {
    if (child) stopModule(child)
    await standIn.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
