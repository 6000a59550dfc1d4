import type { Claim, Server } from '../../lib/queue/lane-worker.ts'
import type { PaymentDeps } from '../operations/decisions.ts'
import { lookAfter } from './service.ts'

export const servePayments =
  (deps: PaymentDeps): Server =>
  ({ accountId, key }: Claim) =>
    lookAfter(deps, accountId, key)
