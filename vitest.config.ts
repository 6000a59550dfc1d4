import { readFileSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { longestFirst } from './tools/longest-first.ts'

/** They replace a module before the program loads it, so each of them needs a process that has not loaded it yet. */
const MOCKS_A_MODULE = ['apps/server/test/platform/sign-in.test.ts']

/** In CI they take turns; TESTS=quick leaves them out. */
const SLOW = readFileSync('.ci/slow-tests', 'utf8').trim().split('\n')
/** The longest of the others. */
const LONG = ['payments/model', 'lib/database', 'payments/payment-days', 'test/bank', 'chats/webhooks'].map(
  (name) => `${name}.test.ts`,
)

export default defineConfig({
  test: {
    globalSetup: ['./apps/server/test/support/global-setup.ts'],
    // More than the cores of a small machine: a test waits for PostgreSQL, timers and other processes half of the time.
    maxWorkers: 3,
    sequence: {
      sequencer: longestFirst([...SLOW, ...LONG]),
    },
    // A test that passes at the second try is broken.
    retry: 0,
    // A slow machine is no failure: what is waited for either comes or never does.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'apps/**/*.test.ts',
            'modules/**/*.test.ts',
            'demo/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...MOCKS_A_MODULE, ...(process.env.TESTS === 'quick' ? SLOW : [])],
          // Loading the program takes longer than most files: the files of a worker share what is loaded, not the data.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: MOCKS_A_MODULE } },
    ],
  },
})
