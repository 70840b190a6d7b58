// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config'

// npm run test:browser: pages in Debian's Chromium. One file at a time: each starts a browser of its own.
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // a developer's own clusters must never be reachable from a test
    env: { KUBECONFIG: '/nonexistent/kubeconfig', NO_COLOR: '1', C5C3_CONFIG: '/nonexistent/config.yaml' },
  },
})
