import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { watchPolicy } from './policy-violations.ts'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** A microphone that beeps, allowed without a question, and calls within this machine. */
export const FAKE_MICROPHONE = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
] as const

/** The Chromium of this machine. */
export const launchChromium = async (more: readonly string[] = []): Promise<Browser> => {
  if (!INSTALLED) throw new Error('Chromium is not installed: apt-get install chromium')
  return watchPolicy(
    await chromium.launch({ executablePath: INSTALLED, args: ['--no-sandbox', '--disable-gpu', ...more] }),
  )
}
