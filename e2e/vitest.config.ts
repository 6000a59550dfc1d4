import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longestFirst } from '../tools/longest-first.ts'

const LONGEST = ['views', 'imports', 'languages', 'read-only', 'payments', 'calls'].map((name) => `${name}.test.ts`)

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
    // The files of a worker share what it has loaded.
    isolate: false,
    sequence: { sequencer: longestFirst(LONGEST) },
    retry: 0,
    // On a busy machine a page may show something a second late; that is not a failure.
    // Looking for something by its role costs the browser as much as a small page: a twentieth of the suite, at 20 looks a second.
    expect: { poll: { timeout: 120_000, interval: 250 } },
  },
})
