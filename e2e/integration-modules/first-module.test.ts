// docs/guides/your-first-module.md for each kind of module: its commands in an empty folder, then what it asks a person to do.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillShop, orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'

const run = promisify(execFile)
const ROOT = process.cwd()
const guide = readFileSync('docs/guides/your-first-module.md', 'utf8')
const [PACK = '', CREATE = ''] = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands)

let rig: Rig
let ada: Desk
let outside: Desk
let folder: string

const inShell = async (commands: string, cwd: string) => {
  const env = { ...process.env, PATCHBAY: ROOT, npm_config_prefer_offline: 'true' }
  return (await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd, env })).stdout
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-first-'))
  await inShell(PACK, folder)
  rig = await startRig()
  await fillShop(rig.api)
  ada = await rig.desk('ada', { permissions: ['clipboard-read', 'clipboard-write'] })
  outside = await rig.desk(undefined)
}, 300_000)
afterAll(async () => {
  await rig?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Kind = 'telephony' | 'payment' | 'transport'

/** Unlike a reader, uses a free port, and a folder for each kind. */
const createModule = async (kind: Kind): Promise<string> => {
  const place = join(folder, kind)
  mkdirSync(place)
  const withFreePort = `sed -i s/4000/${await freePort()}/ package.json\nnpm test`
  const output = await inShell(
    CREATE.replace('--kind telephony', `--kind ${kind}`)
      .replaceAll('my-module', `my-${kind}`)
      .replace('npm test', withFreePort),
    place,
  )
  expect(output).toMatch(/\n\d+ passed, 0 failed/)
  return join(place, `my-${kind}/src/main.ts`)
}

const connectModule = async (kind: Kind, label: string, main: string): Promise<string> => {
  const { page } = ada
  await page.goto(`${ADDRESS}/modules/connect`)
  await page.getByRole('radio', { name: label }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const apiKey = await page.getByLabel('API key', { exact: true }).inputValue()
  const url = await rig.module(kind, apiKey, main)
  await page.goto(`${ADDRESS}/modules`)
  await page.getByRole('link', { name: `My ${kind}` }).click()
  await page.getByRole('heading', { level: 1, name: `My ${kind}` }).waitFor()
  return url
}

const callACustomer = async () => {
  const { page } = ada
  const extensions = page.getByRole('region', { name: 'Additional codes' })
  await extensions.getByRole('button', { name: 'Add' }).click()
  await extensions.getByRole('combobox').last().click()
  await page.getByRole('option', { name: 'Ada Lindqvist' }).click()
  await extensions.getByRole('textbox', { name: 'Extension' }).last().fill('101')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
  await page.goto(`${ADDRESS}/customers`)
  await page.getByRole('link', { name: 'Jonas Berg' }).first().click()
  await page
    .getByRole('button', { name: /^Call \+46/ })
    .first()
    .click()
  await expect
    .poll(async () => {
      await page.goto(`${ADDRESS}/calls?of=me`, { waitUntil: 'networkidle' })
      return page.getByRole('row', { name: /Jonas Berg/ }).count()
    })
    .toBeGreaterThan(0)
}

const payAnOrder = async () => {
  const { page } = ada
  await page.goto(`${ADDRESS}/payment-settings`)
  await page.getByRole('combobox', { name: 'Bank card' }).click()
  await page.getByRole('option', { name: /My shop/ }).click()
  await page.getByText('Payment type updated').waitFor()
  await page.goto(`${ADDRESS}/orders/${await orderToPay(rig.api)}`)
  await page.getByRole('button', { name: 'Add payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Payment method' }).click()
  await page.getByRole('option', { name: 'Bank card' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Issue invoice' }).click()
  await page.getByRole('button', { name: 'Copy payment link' }).click()
  await outside.page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await outside.page.getByRole('button', { name: 'Pay' }).click()
  await outside.page.getByRole('heading', { name: 'succeeded' }).waitFor()
  await page.getByRole('heading', { level: 1 }).locator('..').getByText('Paid', { exact: true }).waitFor()
}

const writeAsAnn = async (url: string) => {
  const text = 'Do you have olive trees?'
  const written = await fetch(`${url}/people/ann`, { method: 'POST', body: JSON.stringify({ text }) })
  expect(written.status).toBe(200)
  await ada.page.goto(`${ADDRESS}/chats`)
  await ada.page.getByText(text).first().waitFor()
}

it.each([
  ['telephony', 'Telephony', callACustomer],
  ['payment', 'Payments', payAnOrder],
  ['transport', 'Chats', writeAsAnn],
] as const)('a %s module, from an empty folder to the workspace', { timeout: 240_000 }, async (kind, label, use) => {
  console.time(kind)
  const main = await createModule(kind)
  console.timeLog(kind, 'created and verified')
  const url = await connectModule(kind, label, main)
  console.timeLog(kind, 'connected')
  await use(url)
  console.timeLog(kind, 'in use')
})

it('logs no browser errors', () => {
  expect(ada.browserErrors).toEqual([])
})
