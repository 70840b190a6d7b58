// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config'

// npm run test:fuzz: the same seeds as npm test and many more. FUZZ_RUNS and FUZZ_SEED say how many and which.
export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.test.ts'],
    globalSetup: 'test/harness/parse-fleets.ts',
    hookTimeout: 60_000,
    env: {
      FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? '10000',
      KUBECONFIG: '/nonexistent/kubeconfig',
      NO_COLOR: '1',
      C5C3_CONFIG: '/nonexistent/config.yaml',
    },
  },
})
