// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RoleName } from '../../model/landscape/role.ts'

export interface DemoFiles {
  readonly kubeconfig: string
  readonly config: string
  remove(): Promise<void>
}

/** Writes a kubeconfig and a profile for a running demo into a private folder. */
export async function writeDemoFiles(scenario: string, clusters: readonly ServedCluster[]): Promise<DemoFiles> {
  const { stringify } = await import('yaml')
  const folder = await mkdtemp(join(tmpdir(), 'c5c3-demo-'))
  const [kubeconfig, config] = [join(folder, 'kubeconfig'), join(folder, 'config.yaml')]
  await writeFile(kubeconfig, stringify(kubeconfigOf(clusters)), { mode: 0o600 })
  await writeFile(config, stringify(profileOf(scenario, clusters)), { mode: 0o600 })
  return { kubeconfig, config, remove: () => rm(folder, { recursive: true, force: true }) }
}

function kubeconfigOf(clusters: readonly ServedCluster[]) {
  const ca = (text: string) => Buffer.from(text).toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context':
      clusters.find(({ roles }) => roles.some(({ role }) => role === 'management'))?.key ?? clusters[0]?.key,
    clusters: clusters.map((c) => ({
      name: c.key,
      cluster: { server: c.url, 'certificate-authority-data': ca(c.ca) },
    })),
    users: clusters.map(({ key, token }) => ({ name: key, user: { token } })),
    contexts: clusters.map(({ key }) => ({ name: key, context: { cluster: key, user: key } })),
  }
}

function profileOf(scenario: string, clusters: readonly ServedCluster[]) {
  return {
    current: scenario,
    profiles: {
      [scenario]: {
        clusters: clusters.map(({ key, roles }) => ({
          roles: roles.map(({ role, name }) => (role === name ? role : `${role}=${name}`)),
          kubeconfig: 'kubeconfig',
          context: key,
        })),
      },
    },
  }
}

interface ServedCluster {
  readonly key: string
  readonly roles: readonly RoleName[]
  readonly url: string
  readonly ca: string
  readonly token: string
}
