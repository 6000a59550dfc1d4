import { configDefaults, defineConfig } from 'vitest/config'
import { longestFirst } from './tools/longest-first.ts'

/** They replace a module before the program loads it, so each of them needs a process that has not loaded it yet. */
const MOCKS_A_MODULE = ['apps/server/test/platform/sign-in.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['./apps/server/test/support/global-setup.ts'],
    // More than the cores of a small machine: a test waits for PostgreSQL, timers and other processes half of the time.
    maxWorkers: 3,
    sequence: {
      sequencer: longestFirst([
        'payments/model',
        'tools/check',
        'tools/first-change',
        'chats/reaction-race',
        'chats/webhooks',
        'integration-modules/verify-agrees',
        'payments/operations',
        'reference-modules',
        'http/server',
      ]),
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
          exclude: [...configDefaults.exclude, ...MOCKS_A_MODULE],
          // Loading the program takes longer than most files: the files of a worker share what is loaded, not the data.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: MOCKS_A_MODULE } },
    ],
  },
})
