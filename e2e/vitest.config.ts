import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'

/** The living demo is a suite of its own (npm run test:demo): it starts `npm run dev` with all its processes. */
const isDemo = process.env.DEMO === '1'

export default defineConfig({
  test: {
    include: isDemo ? ['e2e/demo/*.test.ts'] : ['e2e/*.test.ts', 'e2e/!(demo)/*.test.ts'],
    globalSetup: isDemo ? [] : [fileURLToPath(new URL('support/global-setup.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('support/on-failure.ts', import.meta.url))],
    // A scene of the demo takes its time, and its processes share the machine.
    testTimeout: isDemo ? 600_000 : 300_000,
    hookTimeout: 600_000,
    // Each file runs its own installation and browser, and waits for them half of the time.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(['views', 'imports', 'languages', 'read-only', 'payments', 'calls']) },
    retry: 0,
    // On a busy machine a page may show something a second late; that is not a failure.
    expect: { poll: { timeout: 120_000 } },
  },
})
