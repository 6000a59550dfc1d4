// Every example of the API reference, run on a real server: the answers must be those of docs/api/examples.json.
// RECORD=1 writes that file anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type System, startSystem } from '../support/system.ts'
import { recordChats } from './examples/chats.ts'
import { recordCrm } from './examples/crm.ts'
import { recordModules } from './examples/integration-modules.ts'
import { recordPayments } from './examples/payments.ts'
import { createPlaceholders } from './examples/placeholders.ts'
import { recordPlatform } from './examples/platform.ts'
import { BODY_FORMATS, type BodyFormat, createRecorder, type Recording } from './examples/recorder.ts'
import { recordReferences } from './examples/references.ts'
import type { Stage } from './examples/stage.ts'
import { startStandIn } from './examples/stand-in-module.ts'
import { recordTelephony } from './examples/telephony.ts'

const FILE = new URL('../../../../docs/api/examples.json', import.meta.url)

const play = async (system: System, format: BodyFormat): Promise<Recording> => {
  const module = await startStandIn()
  const { fern } = system
  const placeholders = createPlaceholders([
    [module.url, 'https://module.example'],
    ['http://fern.test', 'https://your-account.example'],
  ])
  const recorder = createRecorder(format, placeholders)
  module.recordWith(recorder)
  await system.work()
  const stage: Stage = {
    system,
    recorder,
    call: (endpoint, input) => recorder.call(fern.api, endpoint, input),
    moduleUrl: module.url,
    ada: await fern.signIn('ada'),
    bruno: await fern.signIn('bruno'),
  }
  try {
    await recordPlatform(stage)
    await recordReferences(stage)
    await recordCrm(stage)
    await recordTelephony(stage)
    await recordPayments(stage)
    await recordChats(stage)
    await recordModules(stage, module)
    return JSON.parse(JSON.stringify(recorder.recording))
  } finally {
    await module.close()
  }
}

/** One line an example. */
const asText = ({ operations, webhooks }: Recording): string => {
  const part = (examples: Record<string, unknown>) =>
    Object.entries(examples)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, one]) => `${JSON.stringify(id)}: ${JSON.stringify(one)}`)
      .join(',\n')
  return `{"operations": {\n${part(operations)}\n},\n"webhooks": {\n${part(webhooks)}\n}}\n`
}

describe.each(BODY_FORMATS)('with bodies as %s', (format) => {
  it('[D-02] every example gets the answer that the reference shows', { timeout: 240_000 }, async () => {
    const system = await startSystem({ accounts: ['fern'] })
    const recording = await play(system, format).finally(() => system.close())
    if (process.env.RECORD === '1' && format === 'form') writeFileSync(FILE, asText(recording))
    expect(recording).toEqual(JSON.parse(readFileSync(FILE, 'utf8')))
  })
})
