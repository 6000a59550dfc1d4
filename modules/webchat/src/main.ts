// Environment: PATCHBAY_URL, PATCHBAY_KEY (an API key with integration scopes), PUBLIC_URL; optionally SETUP_FILE
// (setup.ts).
import { readSetup } from './setup.ts'
import { startWebchat } from './start.ts'

const requireEnv = (name: string): string => {
  const value = process.env[name]
  if (value) return value
  process.stderr.write(`${name} is not set. The chat needs PATCHBAY_URL, PATCHBAY_KEY and PUBLIC_URL.\n`)
  return process.exit(2)
}

const publicUrl = requireEnv('PUBLIC_URL')
const webchat = await startWebchat({
  systemUrl: requireEnv('PATCHBAY_URL'),
  apiKey: requireEnv('PATCHBAY_KEY'),
  publicUrl,
  folder: process.env.DATA_FOLDER ?? 'data',
  port: Number(process.env.PORT ?? (new URL(publicUrl).port || 4200)),
  log: (line) => void process.stdout.write(`${line}\n`),
  setup: readSetup(process.env.SETUP_FILE),
})
process.once('SIGTERM', () => void webchat.stop().then(() => process.exit(0)))
await webchat.registered
process.stdout.write('registered\n')
