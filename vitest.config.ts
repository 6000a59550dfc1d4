import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'modules/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['./apps/server/test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A test that passes at the second try is broken.
    retry: 0,
    // A slow machine is no failure: what is waited for either comes or never does.
    expect: { poll: { timeout: 10_000 } },
  },
})
