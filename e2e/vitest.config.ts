import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['e2e/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each file runs an installation and a browser of its own: one at a time, on any machine.
    fileParallelism: false,
    retry: 0,
  },
})
