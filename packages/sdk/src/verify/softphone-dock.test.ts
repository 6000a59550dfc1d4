import { expect, it } from 'vitest'
import { type DockReport, dockProblem } from './softphone-dock.ts'

const ready = { message: { type: 'ready', version: 1, capabilities: [] } }
const registered = { message: { type: 'registered' } }

it('[D-120] a softphone says ready first, and then how it is', () => {
  expect(dockProblem([ready, registered])).toBeUndefined()
  expect(dockProblem([ready, { message: { type: 'needs-permission' } }])).toBeUndefined()
})

it.each<[DockReport[], string]>([
  [[], 'sent no message'],
  [[registered], 'first message is registered'],
  [[ready], 'must say how it is'],
  [[{ message: { type: 'ready', version: 2 } }, registered], 'version 2'],
  [[ready, { problem: 'a message came from https://elsewhere.test' }, registered], 'elsewhere.test'],
])('[D-120] %j is a problem', (reports, problem) => {
  expect(dockProblem(reports)).toContain(problem)
})
