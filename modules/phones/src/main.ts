// Environment: PATCHBAY_URL, PATCHBAY_KEY (an API key with integration and telephony scopes), PUBLIC_URL; optionally
// PHONES (101,102,103 by default) and SETUP_FILE (setup.ts).
import { readSetup } from './setup.ts'
import { startPhones } from './start.ts'

const requireEnv = (name: string): string => {
  const value = process.env[name]
  if (value) return value
  process.stderr.write(`${name} is not set. The exchange needs PATCHBAY_URL, PATCHBAY_KEY and PUBLIC_URL.\n`)
  return process.exit(2)
}

const publicUrl = requireEnv('PUBLIC_URL')
const phones = await startPhones({
  systemUrl: requireEnv('PATCHBAY_URL'),
  apiKey: requireEnv('PATCHBAY_KEY'),
  publicUrl,
  folder: process.env.DATA_FOLDER ?? 'data',
  port: Number(process.env.PORT ?? (new URL(publicUrl).port || 4300)),
  log: (line) => void process.stdout.write(`${line}\n`),
  phones: process.env.PHONES?.split(','),
  setup: readSetup(process.env.SETUP_FILE),
})
process.once('SIGTERM', () => void phones.stop().then(() => process.exit(0)))
await phones.registered
process.stdout.write('registered\n')
