// SPDX-License-Identifier: Apache-2.0
import type { V1SelfSubjectAccessReview, V1SelfSubjectReview, V1SelfSubjectRulesReview } from '@kubernetes/client-node'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { ClusterClient } from '../types.ts'

export type Asker = Pick<ClusterClient, 'json'>

type Review = { readonly kind: string } & (
  | (AsJson<V1SelfSubjectAccessReview> & { readonly apiVersion: 'authorization.k8s.io/v1' })
  | (AsJson<V1SelfSubjectRulesReview> & { readonly apiVersion: 'authorization.k8s.io/v1' })
  | (AsJson<V1SelfSubjectReview> & { readonly apiVersion: 'authentication.k8s.io/v1' })
)

/** A review changes nothing, so the request can be repeated. */
export function selfReviewRequest(body: Review, signal: AbortSignal | undefined): ApiRequest {
  const [group] = body.apiVersion.split('/')
  const plural = `${body.kind.toLowerCase()}s`
  return {
    method: 'POST',
    path: `/apis/${body.apiVersion}/${plural}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    review: true,
    about: { verb: 'create', resource: `${plural}.${group}` },
    ...(signal === undefined ? {} : { signal }),
  }
}

/** The strings of a list; empty when the value is no list. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : []
}
