// docs/guides/your-first-module.md for each kind of module: its commands in an empty folder, then what it asks a person to do.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, waitUntil } from '@patchbay/testkit/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pasteFrom } from '../support/clipboard.ts'
import { fillShop, orderToPay } from '../support/demo.ts'
import { ADDRESS, type Desk, type Rig, startRig } from '../support/rig.ts'
import { screenshot } from '../support/screenshots.ts'

const run = promisify(execFile)
const ROOT = process.cwd()
const guide = readFileSync('docs/guides/your-first-module.md', 'utf8')
const telephonyGuide = readFileSync('docs/guides/build-a-telephony-module.md', 'utf8')
const [PACK = '', CREATE = ''] = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = '']) => commands)

let rig: Rig
let ada: Desk
let outside: Desk
let folder: string
const commands: ChildProcess[] = []

const inShell = async (commands: string, cwd: string) => {
  const env = { ...process.env, PATCHBAY: ROOT, npm_config_prefer_offline: 'true' }
  return (await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd, env })).stdout
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-first-'))
  await inShell(PACK, folder)
  rig = await startRig()
  await fillShop(rig.api)
  ada = await rig.desk('ada')
  outside = await rig.desk(undefined)
}, 300_000)
afterAll(async () => {
  // npx starts the command in a shell: the whole group ends.
  for (const { pid, exitCode } of commands) if (pid !== undefined && exitCode === null) process.kill(-pid)
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

const createKey = async (label: string): Promise<string> => {
  const { page } = ada
  await page.goto(`${ADDRESS}/modules/connect`)
  await page.getByRole('radio', { name: label }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const apiKey = await page.getByLabel('API key', { exact: true }).inputValue()
  const command = await page.getByLabel('Start command').textContent()
  expect(command?.replaceAll(/\\\n\s*/g, '')).toBe(
    `PATCHBAY_URL=${ADDRESS} PATCHBAY_KEY=${apiKey} PUBLIC_URL=http://127.0.0.1:4000 npm start`,
  )
  return apiKey
}

const connectModule = async (kind: Kind, label: string, main: string): Promise<string> => {
  const { page } = ada
  const apiKey = await createKey(label)
  if (kind === 'telephony') await screenshot(page, 'guide-connect')
  const url = await rig.module(kind, apiKey, main)
  await page.goto(`${ADDRESS}/modules`)
  await page.getByRole('link', { name: `My ${kind}` }).click()
  await page.getByRole('heading', { level: 1, name: `My ${kind}` }).waitFor()
  return url
}

const giveExtension = async () => {
  const { page } = ada
  const extensions = page.getByRole('region', { name: 'Additional codes' })
  await extensions.getByRole('button', { name: 'Add' }).click()
  await extensions.getByRole('combobox').last().click()
  await page.getByRole('option', { name: 'Ada Lindqvist' }).click()
  await extensions.getByRole('textbox', { name: 'Extension' }).last().fill('101')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Settings saved').waitFor()
}

const pressCall = async () => {
  const { page } = ada
  await page.goto(`${ADDRESS}/customers`)
  await page.getByRole('link', { name: 'Jonas Berg' }).first().click()
  await page
    .getByRole('button', { name: /^Call \+46/ })
    .first()
    .click()
}

const callACustomer = async () => {
  const { page } = ada
  await giveExtension()
  await page.getByText('Settings saved').waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Additional codes' }).scrollIntoViewIfNeeded()
  await screenshot(page, 'guide-extensions')
  await pressCall()
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
  await page.getByText('Payment type updated').waitFor({ state: 'detached' })
  await screenshot(page, 'guide-payment-settings')
  await page.goto(`${ADDRESS}/orders/${await orderToPay(rig.api)}`)
  await page.getByRole('button', { name: 'Add payment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Payment method' }).click()
  await page.getByRole('option', { name: 'Bank card' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Issue invoice' }).click()
  await page.getByRole('button', { name: 'Copy payment link' }).waitFor()
  await screenshot(page, 'guide-invoice')
  await page.getByRole('button', { name: 'Copy payment link' }).click()
  await outside.page.goto(await pasteFrom(page))
  await outside.page.getByRole('button', { name: 'Pay' }).click()
  await outside.page.getByRole('heading', { name: 'succeeded' }).waitFor()
  await page.getByRole('heading', { level: 1 }).locator('..').getByText('Paid', { exact: true }).waitFor()
  await screenshot(page, 'guide-paid')
}

const writeAsAnn = async (url: string) => {
  const text = 'Do you have olive trees?'
  const written = await fetch(`${url}/people/ann`, { method: 'POST', body: JSON.stringify({ text }) })
  expect(written.status).toBe(200)
  await ada.page.goto(`${ADDRESS}/chats`)
  await ada.page.getByText(text).first().click()
  await ada.page.getByRole('log').getByText(text).waitFor()
  await screenshot(ada.page, 'guide-chat')
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

/** A command of the installed package: what it prints while it runs. */
const startCommand = (words: string, cwd: string): (() => string) => {
  const child = spawn('npx', ['--offline', 'patchbay', ...words.split(' ')], { cwd, detached: true })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  commands.push(child)
  return () => printed
}

const install = async (place: string) => {
  mkdirSync(place)
  await inShell('npm init -y && npm pkg set type=module', place)
  // Its only dependency, from this clone: nothing comes from a registry.
  await inShell('npm pack --silent --ignore-scripts "$PATCHBAY/node_modules/typebox"', place)
  await inShell('npm install --offline ./typebox-*.tgz "$PATCHBAY/dist/patchbay-sdk.tgz"', place)
  for (const [, file = '', text = ''] of telephonyGuide.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm))
    writeFileSync(join(place, file), text)
}

it('[D-100][D-103] without a public address: listen, trigger and tail of the packed package', {
  timeout: 240_000,
}, async () => {
  const { page } = ada
  const place = join(folder, 'at-home')
  await install(place)
  const key = await createKey('Telephony')
  const url = await rig.module('my-exchange', key, join(place, 'exchange.js'), {
    PUBLIC_URL: 'http://module-at-home.invalid',
  })
  const remote = `--system ${rig.server.origin} --key ${key}`
  const listened = startCommand(`listen ${remote} --to ${url}`, place)
  await expect.poll(listened).toContain(`my-exchange at ${rig.server.origin} → ${url}`)
  const tailed = startCommand(`tail ${remote}`, place)

  await page.goto(`${ADDRESS}/modules/my-exchange`)
  await giveExtension()
  const triggered = await inShell(`npx --offline patchbay trigger call.make ${remote} --phone +46850055099`, place)
  expect(triggered).toBe('ok: accepted\n')
  await expect.poll(listened).toMatch(/^200 {2}GET \/telephony\/make-call$/m)
  await expect.poll(tailed).toMatch(/→ 200 {2}GET \S+\/telephony\/make-call {2}ok: accepted/)

  const listen = page.getByRole('row', { name: /550 ?99/ }).getByRole('button', { name: 'Listen' })
  await waitUntil('the recording is there', async () => {
    await page.goto(`${ADDRESS}/calls?of=me`, { waitUntil: 'networkidle' })
    return (await listen.count()) > 0
  })
  await listen.first().click()
  const duration = () => page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).duration)
  await expect.poll(duration).toBe(1)
  await expect.poll(listened).toMatch(/^206 {2}GET \/telephony\/recordings\//m)
})

it('logs no browser errors', () => {
  expect(ada.browserErrors).toEqual([])
})
