// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kubeconfigFor, startLandscape } from '../../harness/landscape.ts'
import { ROOT, runCli } from '../../harness/run-cli.ts'
import { tempFolder } from '../../harness/temp-folder.ts'

describe('contexts with only the management cluster in the kubeconfig', () => {
  test('finds every referenced cluster once, including Shoots of a garden cluster that only a Secret refers to', async () => {
    const landscape = await startLandscape(join(ROOT, 'fleets', 'healthy'))
    const home = tempFolder({ '.kube/config': kubeconfigFor(landscape, ['management']) })
    const { stdout, code } = await runCli(['contexts', '-o', 'json'], { home })
    const { clusters } = JSON.parse(stdout)
    expect(clusters.map(({ name }: { name: string }) => name)).toEqual([
      'management',
      'control-plane/eu-de-1-control-plane',
      'control-plane/us-east-1-control-plane',
      'hypervisor/hv-pool-a',
      'hypervisor/hv-pool-compliance',
      'storage/st-pool-a',
      'storage/st-pool-b',
      'garden',
    ])
    expect(clusters[3].origins).toEqual([
      'ProviderConfig hv-pool-a',
      'Flux Secret flux-system/hv-pool-a-kubeconfig',
      'garden Shoot garden-c5c3/hv-pool-a',
    ])
    expect(code).toBe(0)
  })
})
