import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { watchPolicy } from './policy-violations.ts'

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Without windows: a new one costs a third of that of the whole browser, a page two thirds. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell'

/** A microphone that beeps, allowed without a question, and calls within this machine. */
export const FAKE_MICROPHONE = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
] as const

/** The Chromium of this machine; the whole one where its shell does not know the arguments. */
export const launchChromium = async (more: readonly string[] = [], isWhole = false): Promise<Browser> => {
  const executablePath = [...(isWhole ? [] : [SHELL]), ...WHOLE].find(existsSync)
  if (!executablePath)
    throw new Error(
      'Chromium is not installed: apt-get install chromium, and chromium-headless-shell where there is one',
    )
  return watchPolicy(await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...more] }))
}
