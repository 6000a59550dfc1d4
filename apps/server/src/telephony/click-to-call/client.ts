import { encodeParameters, type ParametersOf } from '@patchbay/contract/base/callback'
import type { makeCall } from '@patchbay/contract/telephony/callbacks'
import type { Deps } from '../../deps.ts'
import type { Answer } from '../../lib/http-out/egress.ts'
import { callModule } from '../../platform/modules/client.ts'
import type { Module } from '../../platform/modules/store.ts'
import { callVerdict } from './rules.ts'

// T-06…T-08, D-33: a phone that rings twice is worse than one that does not ring. The call request is stored before the
// exchange is called, the exchange is called once without retries, and the user sees the result.

const TOTAL_MS = 5_000

export type CallableModule = { module: Module; code: string; makeCallUrl: string; externalPhone: string | undefined }

/** T-06, T-07: asks the exchange to connect the user's extension with the number. */
export const sendCallRequest = (
  deps: Deps,
  { module, code, makeCallUrl, externalPhone }: CallableModule,
  { phone, userId }: { phone: string; userId: number },
): Promise<Answer> => {
  const parameters: ParametersOf<typeof makeCall> = {
    code,
    phone: phone.trim(),
    userId: String(userId),
    ...(externalPhone !== undefined && { externalPhone }),
  }
  return callModule(deps, module, {
    method: 'GET',
    url: makeCallUrl,
    query: encodeParameters(parameters),
    totalMs: TOTAL_MS,
    bypassCircuit: true,
    purpose: { code: 'call.make', userId },
    verdictOf: callVerdict,
  })
}
