// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // real API servers and controllers: npm run test:real, npm run test:lab
    exclude: ['test/lab/**', 'test/controllers/**', 'test/browser/**'],
    globalSetup: 'test/harness/parse-fleets.ts',
    // one core less than there are leaves half of a small machine idle
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // a developer's own clusters must never be reachable from a test
    env: { KUBECONFIG: '/nonexistent/kubeconfig', NO_COLOR: '1', C5C3_CONFIG: '/nonexistent/config.yaml' },
  },
})
