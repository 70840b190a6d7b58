// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config'

// Real controllers on real API servers: npm run test:lab builds them first. One file at a time: each is a whole lab.
export default defineConfig({
  test: {
    include: ['test/controllers/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
    // a developer's own clusters must never be reachable from a test
    env: { KUBECONFIG: '/nonexistent/kubeconfig', NO_COLOR: '1', C5C3_CONFIG: '/nonexistent/config.yaml' },
  },
})
