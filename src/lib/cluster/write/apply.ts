// SPDX-License-Identifier: Apache-2.0
// The one place that changes clusters by server-side apply, and the one that puts unsealed values into a request.
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

/** One object to apply. */
export interface Application {
  readonly target: ObjectAt
  /** The object that is meant; absent: there must be none. */
  readonly seen?: Pick<Seen, 'uid' | 'resourceVersion'>
  /** All but apiVersion, kind, name and namespace. */
  readonly manifest: Readonly<Record<string, unknown>>
  /** Secret values by their key under data, base64 as they came. */
  readonly data?: ReadonlyMap<string, Sealed>
  /** Takes fields from other managers. The caller has shown whose, and that they are people. */
  readonly force?: boolean
  readonly dryRun?: boolean
}

export interface Applied {
  readonly uid: string
  readonly resourceVersion: string
  /** The object was made by this. */
  readonly created: boolean
}

/**
 * No object has this version any more. Sent without a UID it means "there must be none": a server that has the object
 * refuses (409), one that has not creates it.
 */
const NO_OBJECT = '1'

/**
 * Applies one object with the field manager of this tool, only if it still is the one that was seen. Throws
 * ClusterError; its words hold no value.
 */
export async function applyObject(client: Pick<ClusterClient, 'json'>, what: Application): Promise<Applied> {
  const request = requestOf(what)
  const { body, answer } = await client.json(request)
  const metadata = own(body, 'metadata')
  // whatever stands between us and the server may answer 200 with something else: then nobody knows what was done
  if (ownText(body, 'kind') !== what.target.kind || ownText(metadata, 'name') !== what.target.name)
    throw requestError(request, 'malformed', 'answered with another object')
  return {
    uid: ownText(metadata, 'uid') ?? '',
    resourceVersion: ownText(metadata, 'resourceVersion') ?? '',
    created: answer.status === 201,
  }
}

/**
 * Makes one object by POST, which needs no right to patch. Its name must be in the body: sent twice, it is made once.
 * Throws ClusterError; its words hold nothing of the body.
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
        ...(seen ? { uid: seen.uid, resourceVersion: seen.resourceVersion } : { resourceVersion: NO_OBJECT }),
      },
      ...(data ? { data: { ...mapAt(manifest, 'data'), ...unsealed(data) } } : {}),
    } satisfies AsJson<KubernetesObject & Pick<V1Secret, 'data'>>),
  }
}

const unsealed = (data: ReadonlyMap<string, Sealed>) =>
  Object.fromEntries([...data].map(([key, value]) => [key, value.unseal()]))

function mapAt(manifest: Readonly<Record<string, unknown>>, field: string): object {
  const found = manifest[field]
  return typeof found === 'object' && found !== null ? found : {}
}
