import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('support/global-setup.ts', import.meta.url))],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each file runs an installation and a browser of its own, and waits for them half of the time.
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(['pages', 'payments', 'calls']) },
    retry: 0,
    // A page that shows something a second late on a busy machine is right; one that never shows it is not.
    expect: { poll: { timeout: 30_000 } },
  },
})
