// SPDX-License-Identifier: Apache-2.0
import { randomInt, randomUUID } from 'node:crypto'
import { contentType } from '../http/body.ts'
import type { Call } from '../http/exchange.ts'
import type { RequestTarget, Verb } from '../http/routing.ts'
import { ApiError, forbiddenValue, invalid, notFound, requiredValue, type StatusCause } from '../http/status-errors.ts'
import type { FieldWriter } from '../patch/server-side-apply.ts'
import type { ClusterState } from './cluster-state.ts'
import { apiVersionOfType, type ResourceType } from './resource-type.ts'

/** Throws 422 for invalid query parameters. */
export function checkOptions(verb: Verb, call: Call): void {
  const { query } = call
  const causes: StatusCause[] = []
  const dry = query.getAll('dryRun').filter((value) => value !== '')
  if (dry.some((value) => value !== 'All'))
    causes.push({
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(dry)}: supported values: "All"`,
      field: 'dryRun',
    })
  if (verb === 'patch') {
    const applies = contentType(call) === 'application/apply-patch+yaml'
    if (applies && (query.get('fieldManager') ?? '') === '')
      causes.push(requiredValue('fieldManager', 'is required for apply patch'))
    if (!applies && query.has('force')) causes.push(forbiddenValue('force', 'may not be specified for non-apply patch'))
  }
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: OPTIONS[verb] ?? '', name: '' }, causes)
}

export const isDryRun = (call: Call) => call.query.getAll('dryRun').includes('All')

/** The writer for managedFields. */
export function writerOf(call: Call, target: RequestTarget, type: ResourceType, time: string): FieldWriter {
  const agent = (call.headers['user-agent'] ?? '').split('/')[0] ?? ''
  return {
    name: call.query.get('fieldManager') || agent || 'unknown',
    operation: contentType(call) === 'application/apply-patch+yaml' ? 'Apply' : 'Update',
    apiVersion: apiVersionOfType(type.group, target.version),
    subresource: target.subresource ?? '',
    time,
  }
}

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789'

/** For generateName: Kubernetes' alphabet has no vowels, so that no words appear by chance. */
export const newName = (prefix: string) =>
  prefix + Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const newUid = () => randomUUID()

/** Throws unless the namespace of a new object exists and is not terminating. */
export function rejectOtherNamespace(
  state: ClusterState,
  type: ResourceType,
  target: RequestTarget,
  name: string,
): void {
  const { namespace } = target
  if (namespace === undefined) return
  const found = state.store.get('namespaces', namespace)
  if (found === undefined) throw notFound({ group: '', plural: 'namespaces', name: namespace })
  if (found.object.metadata.deletionTimestamp === undefined) return
  const resource = type.group === '' ? type.plural : `${type.plural}.${type.group}`
  throw new ApiError(
    403,
    'Forbidden',
    `${resource} "${name}" is forbidden: unable to create new content in namespace ${namespace} because it is being terminated`,
    {
      details: {
        name,
        ...(type.group === '' ? {} : { group: type.group }),
        kind: type.plural,
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: `namespace ${namespace} is being terminated`,
            field: 'metadata.namespace',
          },
        ],
      },
    },
  )
}

const OPTIONS: Readonly<Partial<Record<Verb, string>>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
  delete: 'DeleteOptions',
  deletecollection: 'DeleteOptions',
}
