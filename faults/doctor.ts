// `patchbay doctor` after a fault: what it finds wrong.
import { existsSync } from 'node:fs'
import type { Installation } from '@patchbay/testkit/installation'

type Check = { name: string; status: 'ok' | 'warning' | 'error' | 'skipped'; found: string }

/** The errors, as lines. A workspace that was never built in this tree is no fault of the data. */
export const doctorErrors = async (installation: Installation): Promise<string[]> => {
  const output = await installation
    .operator('doctor', '--json')
    .catch(({ stdout }: { stdout?: string }) => stdout ?? '{"checks":[{"name":"doctor","status":"error","found":""}]}')
  const { checks } = JSON.parse(output) as { checks: Check[] }
  const isBuilt = existsSync('apps/web/dist')
  return checks
    .filter(({ name, status }) => status === 'error' && (isBuilt || name !== 'workspace'))
    .map(({ name, found }) => `doctor: ${name}: ${found}`)
}
