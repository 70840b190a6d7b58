// SPDX-License-Identifier: Apache-2.0
import { resourceName } from '../../model/graph/kind.ts'
import { ClusterError } from '../failure.ts'
import type { ApiRequest } from '../transport/types.ts'
import type { ServedResource } from '../types.ts'

/** Sets the path and the description for messages. Ignores the namespace for cluster-scoped kinds. */
export function resourceRequest(verb: string, resource: ServedResource, object: ObjectName = {}): ApiRequest {
  const namespace = resource.namespaced ? object.namespace : undefined
  const { name } = object
  return {
    method: 'GET',
    path: [
      apiRoot(resource),
      ...(namespace === undefined ? [] : ['namespaces', segment(namespace)]),
      segment(resource.plural),
      ...(name === undefined ? [] : [segment(name)]),
    ].join('/'),
    about: {
      verb,
      resource: resourceName(resource),
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    },
  }
}

export function apiVersionOf({ group, version }: Pick<ServedResource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

type ObjectName = { readonly namespace?: string | undefined; readonly name?: string | undefined }

function apiRoot({ group, version }: ServedResource): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`
}

/** Names come from users and from discovery: "." and ".." must not change the path. */
function segment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new ClusterError({ fault: 'malformed', message: `invalid object name "${text}"` })
  return encodeURIComponent(text)
}
