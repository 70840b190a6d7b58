// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config'

// Real kube-apiservers: npm run test:real builds them first. One file at a time: each starts servers of its own.
export default defineConfig({
  test: {
    include: ['test/lab/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // a developer's own clusters must never be reachable from a test
    env: { KUBECONFIG: '/nonexistent/kubeconfig', NO_COLOR: '1', C5C3_CONFIG: '/nonexistent/config.yaml' },
  },
})
