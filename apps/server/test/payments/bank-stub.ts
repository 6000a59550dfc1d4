// The bank of the model test and the crashes of the process, as stubs of egress and live.
import type { Ledger } from '@patchbay/testkit/bank-ledger'
import type { Deps } from '../../src/deps.ts'
import type { Answer, OutgoingRequest } from '../../src/lib/http-out/egress.ts'
import type { CrashPoint, Fault } from './lives.ts'

export class Crash extends Error {}

const answered = (status: number, body: string): Answer => ({
  ok: true,
  status,
  headers: {},
  body,
  truncated: false,
  durationMs: 0,
})
const broken = (kind: 'unsent' | 'resting' | 'unknown'): Answer => ({ ok: false, kind, reason: kind, durationMs: 0 })

/** The bank behind egress: the fault of a request depends on its action. */
export const bankOf =
  (ledger: Ledger, faults: Map<string, Fault>) =>
  (request: OutgoingRequest): Answer => {
    const action = new URL(request.url).pathname.slice(1) as 'create'
    if (request.method === 'GET') {
      const paymentId = new URL(request.url).searchParams.get('paymentId') ?? ''
      return answered(200, JSON.stringify(ledger.execute('status', { paymentId }, '')))
    }
    const key = request.headers?.['webhook-id'] ?? ''
    const fault = faults.get(action) ?? 'none'
    const parameters = JSON.parse(new URLSearchParams(request.body).get(action) ?? '{}') as Record<string, unknown>
    if (fault === 'unsent' || fault === 'resting') return broken(fault)
    if (fault === 'hangs-before') return broken('unknown')
    if (fault === 'rejects') return answered(200, JSON.stringify({ success: false, errorMsg: 'not now' }))
    const answer = ledger.execute(action, parameters, key)
    if (fault === 'hangs-after') return broken('unknown')
    if (fault === 'html') return answered(200, '<html>')
    return fault === 'error' ? answered(500, '{}') : answered(200, JSON.stringify(answer))
  }

/** Crashes before and after the call in egress, where the key names the operation, and after the commit in live. */
export const withCrashes = (
  own: Deps,
  bank: (request: OutgoingRequest) => Answer,
  dies: Map<string, CrashPoint>,
): Deps => {
  let crashAfterCommit = false
  const crashAt = (point: CrashPoint, key: string): void => {
    if (dies.get(key) !== point) return
    dies.delete(key)
    throw new Crash()
  }
  const request = async (outgoing: OutgoingRequest): Promise<Answer> => {
    const key = outgoing.headers?.['webhook-id'] ?? ''
    crashAt('before-call', key)
    const answer = bank(outgoing)
    crashAt('after-call', key)
    if (dies.get(key) === 'after-commit') crashAfterCommit = dies.delete(key)
    return answer
  }
  const publish: Deps['live']['publish'] = async (...message) => {
    if (crashAfterCommit) {
      crashAfterCommit = false
      throw new Crash()
    }
    await own.live.publish(...message)
  }
  return { ...own, egress: { ...own.egress, request }, live: { ...own.live, publish } }
}
