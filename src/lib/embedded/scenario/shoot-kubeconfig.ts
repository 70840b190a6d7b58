// SPDX-License-Identifier: Apache-2.0

import { type Call, type HttpAnswer, json } from '../http/exchange.ts'
import type { RequestTarget } from '../http/routing.ts'
import { ApiError, badRequest } from '../http/status-errors.ts'
import { valueAtKeys } from '../json.ts'
import type { ClusterState } from '../storage/cluster-state.ts'
import { entryOf } from '../storage/read.ts'
import type { ResourceType } from '../storage/resource-type.ts'

/** Gardener's viewer kubeconfig for the cluster with the name of the Shoot: read access without Secrets. */
export function shootKubeconfig(
  state: ClusterState,
  type: ResourceType,
  target: RequestTarget,
  call: Call,
): HttpAnswer {
  entryOf(state, type, target)
  let request: unknown
  try {
    request = JSON.parse(call.body)
  } catch {
    throw badRequest('the body is no ViewerKubeconfigRequest')
  }
  const shoot = target.name ?? ''
  const kubeconfig = state.viewerKubeconfig(shoot)
  if (kubeconfig === undefined)
    throw new ApiError(500, 'InternalError', `Internal error occurred: no API server of shoot ${shoot} is known`)
  const seconds = Number(valueAtKeys(request, 'spec', 'expirationSeconds') ?? 3600)
  return json(
    {
      kind: 'ViewerKubeconfigRequest',
      apiVersion: 'authentication.gardener.cloud/v1alpha1',
      metadata: { name: shoot, namespace: target.namespace },
      spec: { expirationSeconds: seconds },
      status: {
        kubeconfig: Buffer.from(kubeconfig).toString('base64'),
        expirationTimestamp: new Date(state.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
      },
    },
    201,
  )
}
