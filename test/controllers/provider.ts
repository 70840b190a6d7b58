// SPDX-License-Identifier: Apache-2.0
// Runs a real provider-kubernetes with one API server, including its conversion webhook.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Api, Json } from '../contract/api.ts'
import { tempFolder } from '../harness/temp-folder.ts'
import type { LabServer } from '../lab/cluster.ts'
import { freePort } from '../lab/process.ts'
import { base64, namespace } from '../writes/world.ts'
import { adminOf, type Controller, define, definitionsOf, listening, make, startController } from './controller.ts'

/** Creates its CRDs and starts it; it polls everything every two seconds. */
export async function startProvider(server: LabServer): Promise<Controller> {
  const port = await freePort()
  await define(
    adminOf(server),
    definitionsOf('provider', (each) => converted(each, server, port)),
  )
  const flags = ['--poll=2s', '--poll-jitter-percentage=0', await listening('--health-probe-bind-addr')]
  const env = { TLS_SERVER_CERTS_DIR: certificatesOf(server), LAB_WEBHOOK_PORT: String(port) }
  return startController('provider', server, flags, env)
}

/** Object is served in two versions, and the released CRD has no conversion webhook. */
function converted(definition: Json, { ca }: LabServer, port: number): Json {
  if (definition.spec.conversion?.strategy !== 'Webhook') return definition
  const clientConfig = { url: `https://127.0.0.1:${port}/convert`, caBundle: base64(ca) }
  const webhook = { clientConfig, conversionReviewVersions: ['v1'] }
  return { ...definition, spec: { ...definition.spec, conversion: { strategy: 'Webhook', webhook } } }
}

/** A folder with the certificate of the API server, which is valid for loopback. */
export function certificatesOf({ kubeconfig, ca }: LabServer): string {
  const folder = join(tempFolder(), 'certs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'ca.crt'), ca)
  for (const end of ['crt', 'key'])
    copyFileSync(join(dirname(kubeconfig), 'certs', `apiserver.${end}`), join(folder, `tls.${end}`))
  return folder
}

/** A ProviderConfig for the cluster of this kubeconfig. */
export async function providerConfig(api: Api, name: string, kubeconfig: string): Promise<void> {
  await make(api, '/api/v1/namespaces', namespace('crossplane'))
  await make(api, '/api/v1/namespaces/crossplane/secrets', {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    stringData: { kubeconfig },
  })
  await make(api, '/apis/kubernetes.crossplane.io/v1alpha1/providerconfigs', {
    apiVersion: 'kubernetes.crossplane.io/v1alpha1',
    kind: 'ProviderConfig',
    metadata: { name },
    spec: { credentials: { source: 'Secret', secretRef: { namespace: 'crossplane', name, key: 'kubeconfig' } } },
  })
}
