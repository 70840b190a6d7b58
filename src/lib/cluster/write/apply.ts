// SPDX-License-Identifier: Apache-2.0
// The only place that changes clusters by server-side apply and that writes unsealed values into a request.
import type { KubernetesObject, V1Secret } from '@kubernetes/client-node'
import { FIELD_MANAGER } from '../../model/object/field-manager.ts'
import type { AsJson } from '../../model/object/kubernetes-json.ts'
import type { ObjectAt, Seen } from '../../model/plan/plan.ts'
import type { Sealed } from '../../model/secret/sealed.ts'
import { own, ownText } from '../read/json-shape.ts'
import { resourceRequest } from '../read/path.ts'
import { requestError } from '../read/response.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { ClusterClient } from '../types.ts'

export interface Application {
  readonly target: ObjectAt
  /** The expected object; absent when it must not exist. */
  readonly seen?: Pick<Seen, 'uid' | 'resourceVersion'>
  /** Everything but apiVersion, kind, name and namespace. */
  readonly manifest: Readonly<Record<string, unknown>>
  /** Secret values by their key under data, as base64. */
  readonly data?: ReadonlyMap<string, Sealed>
  /** Takes fields from other managers. The caller has shown these managers, and that they are people. */
  readonly force?: boolean
  readonly dryRun?: boolean
}

export interface Applied {
  readonly uid: string
  readonly resourceVersion: string
  readonly created: boolean
}

/** No object has this version. Sent without a UID it means "must not exist": 409 if the object exists. */
const MUST_NOT_EXIST = '1'

/** Applies only if the object still is the expected one. Throws ClusterError; its message contains no value. */
export async function applyObject(client: Pick<ClusterClient, 'json'>, application: Application): Promise<Applied> {
  const request = requestOf(application)
  const { body, answer } = await client.json(request)
  const metadata = own(body, 'metadata')
  // A proxy may answer 200 with something else: then the result is unknown.
  if (ownText(body, 'kind') !== application.target.kind || ownText(metadata, 'name') !== application.target.name)
    throw requestError(request, 'malformed', 'answered with another object')
  return {
    uid: ownText(metadata, 'uid') ?? '',
    resourceVersion: ownText(metadata, 'resourceVersion') ?? '',
    created: answer.status === 201,
  }
}

/**
 * Creates one object by POST, which needs no permission to patch. The body must contain the name, so that a repeated
 * request cannot create it twice. Throws ClusterError; its message contains nothing of the body.
 */
export async function postObject(
  client: Pick<ClusterClient, 'json'>,
  target: ObjectAt,
  body: AsJson<KubernetesObject>,
  dryRun: boolean,
): Promise<void> {
  const resource = { ...target, namespaced: target.namespace !== undefined, verbs: [] }
  const request = resourceRequest(
    'create',
    resource,
    target.namespace === undefined ? {} : { namespace: target.namespace },
  )
  await client.json({
    ...request,
    method: 'POST',
    query: { fieldManager: FIELD_MANAGER, dryRun: dryRun ? 'All' : undefined, fieldValidation: 'Strict' },
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    sealed: true,
  })
}

function requestOf({ target, seen, manifest, data, force, dryRun }: Application): ApiRequest {
  const resource = { ...target, namespaced: target.namespace !== undefined, verbs: [] }
  return {
    ...resourceRequest('apply', resource, target),
    method: 'PATCH',
    query: {
      fieldManager: FIELD_MANAGER,
      force: force ? true : undefined,
      dryRun: dryRun ? 'All' : undefined,
      fieldValidation: 'Strict',
    },
    headers: { 'content-type': 'application/apply-patch+yaml' },
    body: JSON.stringify({
      apiVersion: target.group === '' ? target.version : `${target.group}/${target.version}`,
      kind: target.kind,
      ...manifest,
      metadata: {
        ...mapAt(manifest, 'metadata'),
        name: target.name,
        ...(target.namespace === undefined ? {} : { namespace: target.namespace }),
        ...(seen ? { uid: seen.uid, resourceVersion: seen.resourceVersion } : { resourceVersion: MUST_NOT_EXIST }),
      },
      ...(data ? { data: { ...mapAt(manifest, 'data'), ...unsealed(data) } } : {}),
    } satisfies AsJson<KubernetesObject & Pick<V1Secret, 'data'>>),
  }
}

const unsealed = (data: ReadonlyMap<string, Sealed>) =>
  Object.fromEntries([...data].map(([key, value]) => [key, value.unseal()]))

function mapAt(manifest: Readonly<Record<string, unknown>>, field: string): object {
  const value = manifest[field]
  return typeof value === 'object' && value !== null ? value : {}
}
