// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config'

// npm run test:package: what people download, installed and run as they would. Fetches Node for other platforms once.
export default defineConfig({
  test: {
    include: ['test/package/**/*.slow.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
    // a developer's own clusters must never be reachable from a test
    env: { KUBECONFIG: '/nonexistent/kubeconfig', NO_COLOR: '1', C5C3_CONFIG: '/nonexistent/config.yaml' },
  },
})
