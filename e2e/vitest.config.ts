import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('support/global-setup.ts', import.meta.url))],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each file runs its own installation and browser, and waits for them half of the time.
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(['pages', 'payments', 'calls']) },
    retry: 0,
    // On a busy machine a page may show something a second late; that is not a failure.
    expect: { poll: { timeout: 30_000 } },
  },
})
