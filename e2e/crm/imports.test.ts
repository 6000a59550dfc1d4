// An import of customers with 37 bad rows: checked, run by a worker that is killed in the middle, finished by another
// one, and undone. The server and the workers are separate processes.
import { readFileSync } from 'node:fs'
import type { HttpClient } from '@patchbay/testkit/http-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot, seriousViolations } from '../support/screenshots.ts'

// ROWS=10000 for the full size.
const ROWS = Number(process.env.ROWS ?? 1_500)
const BAD = 37
const STEP = Math.floor(ROWS / BAD)
const GOOD = (ROWS - BAD).toLocaleString('en-US')
const PATIENT = { timeout: 600_000, interval: 100 }

let rig: Rig
let tove: Desk
let wire: HttpClient
beforeAll(async () => {
  rig = await startRig()
  tove = await rig.desk('tove')
  wire = await rig.wire('ada')
})
afterAll(() => rig?.close())

/** Every STEP-th row has a phone that is none, or an email address without @. */
const rowAt = (place: number): string => {
  const bad = place % STEP === 0 ? place / STEP : 0
  const [phone, email] = [`+4670${String(place).padStart(7, '0')}`, `nora${place}@example.test`]
  const cells = bad === 0 || bad > BAD ? [phone, email] : bad % 2 === 0 ? ['12', email] : [phone, 'nora at example']
  return [`imp-${place}`, `Nora ${place}`, 'Lind', ...cells].join(',')
}

const FILE = [
  'External ID,First name,Last name,Phone,Email',
  ...Array.from({ length: ROWS }, (_, at) => rowAt(at + 1)),
].join('\n')

const customers = async (): Promise<number> =>
  ((await wire.get('/workspace/customers')).body as { pagination: { totalCount: number } }).pagination.totalCount

type State = { id: number; status: string; rowsDone: number; counts: Record<string, number> }
const latest = async (): Promise<State> => {
  const { imports } = (await wire.get('/workspace/imports')).body as { imports: State[] }
  return imports[0] ?? { id: 0, status: '', rowsDone: 0, counts: {} }
}

/** Without the byte order mark, which `trim` takes off. */
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\r\n')

const count = (name: string) => tove.page.locator('dl > *', { hasText: name }).locator('dd').textContent()

it(`imports ${ROWS} rows with 37 bad ones, survives the death of its worker, and is undone to the last row`, async () => {
  const before = await customers()
  const { page } = tove
  await page.goto(`${ADDRESS}/imports`)
  await page.getByRole('link', { name: 'New import' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(FILE),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('heading', { name: 'customers.csv' }).waitFor()
  const phone = page.getByRole('combobox', { name: 'Field of the column Phone' })
  await expect.poll(() => phone.inputValue()).toBe('Phone')
  await tove.idle()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'import-columns')

  await page.getByRole('button', { name: 'Run dry run' }).click()
  await page.getByRole('progressbar').first().waitFor()
  await expect.poll(async () => (await latest()).status, PATIENT).toBe('checked')
  await page.getByRole('heading', { name: 'Rows with errors' }).waitFor()
  expect([await count('To create'), await count('With errors')]).toEqual([GOOD, '37'])
  expect(await customers(), 'a dry run changes nothing').toBe(before)
  await page.getByText(`Row ${STEP + 1}`).waitFor()
  await page.getByText('Email “nora at example”: Not an email address').first().waitFor()
  await tove.idle()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'import-checked')

  await page.getByRole('button', { name: `Import ${GOOD} rows` }).click()
  // The dry run has counted all rows already.
  const imported = async () => {
    const { status, rowsDone } = await latest()
    return status === 'running' ? rowsDone : 0
  }
  await expect.poll(imported, PATIENT).toBeGreaterThan(300)
  await screenshot(page, 'import-running')
  await rig.killWorker()
  const atDeath = await latest()
  expect(atDeath).toMatchObject({ status: 'running' })
  expect(atDeath.rowsDone).toBeLessThan(ROWS)
  expect(await customers(), 'as many customers as rows that are counted').toBe(before + (atDeath.counts.created ?? 0))

  await rig.startWorker()
  await expect.poll(async () => (await latest()).status, PATIENT).toBe('done')
  expect((await latest()).counts).toMatchObject({ created: ROWS - BAD, failed: BAD, updated: 0, skipped: 0 })
  expect(await customers()).toBe(before + ROWS - BAD)
  await page.getByRole('heading', { name: 'Rows that were not imported' }).waitFor()
  expect([await count('Created'), await count('Not imported')]).toEqual([GOOD, '37'])
  await screenshot(page, 'import-done')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const [heading, first, ...rest] = linesOf(await (await downloading).path())
  expect(heading).toBe('Row,Reason,External ID,First name,Last name,Phone,Email')
  expect(first).toMatch(new RegExp(`^${STEP + 1},"?Email: nora at example: Not an email address`))
  expect(rest).toHaveLength(BAD - 1)

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect.poll(async () => (await latest()).counts.undone ?? 0, PATIENT).toBeGreaterThan(150)
  await rig.killWorker()
  const atSecondDeath = await latest()
  expect(await customers()).toBe(before + ROWS - BAD - (atSecondDeath.counts.undone ?? 0))
  await rig.startWorker()
  await expect.poll(async () => (await latest()).status, PATIENT).toBe('undone')
  expect((await latest()).counts).toMatchObject({ undone: ROWS - BAD, kept: 0 })
  expect(await customers()).toBe(before)
  await page.getByText('Undone').first().waitFor()
  expect(await count('Undone')).toBe(GOOD)
  expect(tove.browserErrors).toEqual([])
}, 1_800_000)

it('exports a filtered list at once, and a big one as a file that is prepared in the background', async () => {
  const { page } = tove
  await page.goto(`${ADDRESS}/customers`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const lines = linesOf(await (await downloading).path())
  expect(lines).toHaveLength((await customers()) + 1)
  expect(lines[0]).toContain('ID,External ID,First name,Last name')

  const many = Array.from({ length: 2_100 }, (_, at) => `big-${at},Big ${at}`)
  const upload = await wire.send('POST', '/workspace/imports?kind=customers&name=big.csv', {
    headers: { 'content-type': 'text/csv' },
    body: ['External ID,First name', ...many].join('\n'),
  })
  const { id } = (upload.body as { import: State }).import
  const options = { encoding: 'utf-8', separator: ',', mapping: ['externalId', 'firstName'] }
  await wire.postJson(`/workspace/imports/${id}/check`, { ...options, matchBy: 'externalId', onMatch: 'create' })
  await expect.poll(async () => (await latest()).status, PATIENT).toBe('checked')
  await wire.postJson(`/workspace/imports/${id}/command`, { command: 'start' })
  await expect.poll(async () => (await latest()).status, PATIENT).toBe('done')

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByText('Export started').waitFor()
  await page.goto(`${ADDRESS}/imports`)
  const big = page.waitForEvent('download')
  await page
    .getByRole('row', { name: /Customers.*2,1\d\d rows ·/ })
    .getByRole('button', { name: 'Download: Customers' })
    .click()
  expect(linesOf(await (await big).path())).toHaveLength((await customers()) + 1)
  await tove.idle()
  expect(await seriousViolations(page)).toEqual([])
  await screenshot(page, 'imports-and-exports')
  expect(tove.browserErrors).toEqual([])
}, 900_000)
