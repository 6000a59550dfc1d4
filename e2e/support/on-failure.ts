// What a failed test leaves on the screens: a time-out alone does not say whether the page was dead, disconnected or elsewhere.
import { appendFileSync } from 'node:fs'
import { afterEach, expect } from 'vitest'
import { takePolicyViolations } from './policy-violations.ts'
import { openDesks } from './rig.ts'

const LAST_REQUESTS = 8

/** Also into this file, for the end of a long log. */
const { FAILURE_NOTES = '' } = process.env

afterEach(async ({ task }) => {
  expect(takePolicyViolations(), 'violations of content security policies').toEqual([])
  if (task.result?.state !== 'fail') return
  for (const { page, requests, browserErrors } of openDesks()) {
    const text = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    const shown = text.replace(/\s+/g, ' ').slice(0, 500)
    const last = requests.slice(-LAST_REQUESTS)
    const note = [`After "${task.name}" at ${page.url()}:`, shown, ...last, ...browserErrors].join('\n  ')
    console.error(note)
    if (FAILURE_NOTES) appendFileSync(FAILURE_NOTES, `${note}\n`)
  }
})
