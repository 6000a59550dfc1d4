import { defineConfig } from 'vitest/config'
import { longestFirst } from './tools/longest-first.ts'

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/**/*.test.ts',
      'modules/**/*.test.ts',
      'demo/*.test.ts',
      'tools/**/*.test.ts',
    ],
    globalSetup: ['./apps/server/test/support/global-setup.ts'],
    maxWorkers: 2,
    sequence: {
      sequencer: longestFirst([
        'payments/model',
        'tools/check',
        'tools/first-change',
        'chats/webhooks',
        'reference-modules',
        'http/server',
      ]),
    },
    // A test that passes at the second try is broken.
    retry: 0,
    // A slow machine is no failure: what is waited for either comes or never does.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
