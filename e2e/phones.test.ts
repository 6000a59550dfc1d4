// The page with the phones, in a real browser: a ring group, picking up, handing on, hanging up.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModuleRig, startModuleRig } from './module-rig.ts'

let rig: ModuleRig
beforeAll(async () => {
  rig = await startModuleRig('phones')
  await rig.page.goto(rig.url)
})
afterAll(() => rig?.close())

it('a call rings everywhere, is picked up, handed on and ended, and the system hears each step', async () => {
  const { page, system } = rig
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await page.getByRole('button', { name: 'Pick up' }).nth(2).waitFor()
  expect(await rig.findings()).toEqual([])
  await page.getByRole('button', { name: 'Pick up' }).nth(1).click()
  await page.getByText('Talks with +15550100').waitFor()
  await page.getByRole('button', { name: 'Hand on to 103' }).click()
  await page.getByRole('button', { name: 'Hand on to 102' }).waitFor()
  await page.getByRole('button', { name: 'Hang up' }).first().click()
  await system.waitFor(({ path }) => path.endsWith('/upload'), 5_000)
  type Event = { type: string; codes: string[] }
  const events = system.heard.filter(({ path }) => path.endsWith('/event')).map(({ fields }) => fields.event as Event)
  expect(events.map(({ type, codes }) => [type, codes.join(' ')])).toEqual([
    ['in', '101 102 103'],
    ['in', '102'],
    ['in', '103'],
    ['hangup', '103'],
  ])
  expect(system.heard.filter(({ complaint }) => complaint !== undefined && !complaint.includes('/manager'))).toEqual([])
  expect(rig.complaints).toEqual([])
})
