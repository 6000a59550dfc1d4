// Tasks: created from anywhere, dated, assigned, repeated, edited and completed, with the keyboard too.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

let rig: Rig
let bruno: Desk
beforeAll(async () => {
  rig = await startRig()
  bruno = await rig.desk('bruno')
})
afterAll(() => rig?.close())

const dialog = () => bruno.page.getByRole('dialog')
const rowOf = (text: string) => bruno.page.getByRole('row', { name: new RegExp(text) })

it('creates a weekly task from the command palette, and completing it creates the next one', async () => {
  const { page } = bruno
  await page.goto(`${ADDRESS}/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search customers').fill('new task')
  await page
    .getByRole('button', { name: 'New task', exact: true })
    .or(page.getByText('New task', { exact: true }))
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog().getByLabel('What needs doing?').fill('Water the ferns')
  await dialog().getByLabel('Due').fill('2026-01-05T09:00')
  await dialog().getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'Every week' }).click()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'task-form')
  await dialog().getByLabel('What needs doing?').press('Enter')
  await page.getByText('Task created').waitFor()
  await rowOf('Water the ferns').getByText('Every week').waitFor()
  await page.getByRole('switch', { name: 'Overdue' }).click()
  await rowOf('Water the ferns').waitFor()
  await page.getByRole('button', { name: 'Done: Water the ferns' }).click()
  await page.getByText('Task completed: Water the ferns').waitFor()
  // The next one is in the future, so it is not overdue.
  await rowOf('Water the ferns').waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Overdue' }).click()
  await rowOf('Water the ferns').getByText('Every week').waitFor()
  expect(await rowOf('Water the ferns').count()).toBe(1)
})

it('creates a task on the page of a customer, linked to them, and edits it', async () => {
  const { page } = bruno
  await page.goto(`${ADDRESS}/customers`)
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/\/customers\/\d+$/)
  await page.getByRole('button', { name: 'New task' }).waitFor()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('button', { name: 'New task' }).click()
  await dialog().getByLabel('What needs doing?').fill('Send the catalogue')
  await dialog().getByRole('button', { name: 'Create task' }).click()
  await page.getByText('Task created').waitFor()
  await page.goto(`${ADDRESS}/tasks`)
  await rowOf('Send the catalogue').getByRole('link', { name }).waitFor()
  await page.getByRole('button', { name: 'Edit: Send the catalogue' }).click()
  await dialog().getByLabel('What needs doing?').fill('Send the winter catalogue')
  await dialog().getByRole('combobox', { name: 'Assignee' }).click()
  await page.getByRole('option', { name: 'Chiara Neri' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByText('Task saved').waitFor()
  // It is Chiara's now: in the list of the team, not in his own.
  await rowOf('catalogue').waitFor({ state: 'detached' })
  await page.getByText('Team', { exact: true }).click()
  await rowOf('Send the winter catalogue').waitFor()
  await bruno.idle()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'tasks-team')
  expect(bruno.browserErrors).toEqual([])
})
