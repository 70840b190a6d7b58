// SPDX-License-Identifier: Apache-2.0
import { isObject, type Json, type Manifest, valueAtKeys, withField, withoutField } from '../json.ts'
import type { ResourceType } from './resource-type.ts'
import { checkBase64 } from './validation.ts'

/** Sets the defaults of the real server, for the kinds that are written here. */
export function withDefaults(type: ResourceType, object: Manifest, now: string, creating: boolean): Manifest {
  if (!type.builtIn) return object
  switch (type.kind) {
    case 'Secret':
      checkBase64(object)
      return storedSecret(object)
    case 'Namespace':
      return namespace(object, creating)
    case 'CustomResourceDefinition':
      return creating ? definition(object, now) : object
    case 'Job':
      return creating ? job(object) : object
    case 'Pod':
      return creating ? { ...object, status: { phase: 'Pending', qosClass: 'BestEffort' } } : object
    default:
      return object
  }
}

/** Sets the type and converts stringData to data. */
export function storedSecret(object: Manifest): Manifest {
  const text = object['stringData']
  const encoded = Object.entries(isObject(text) ? text : {}).map(
    ([key, value]) => [key, Buffer.from(String(value)).toString('base64')] as const,
  )
  const data = isObject(object['data']) ? object['data'] : {}
  const merged = Object.fromEntries([...Object.entries(data), ...encoded])
  const plain = withoutField(object, 'stringData')
  const full = encoded.length === 0 ? plain : withField(plain, 'data', merged)
  const type = typeof object['type'] === 'string' && object['type'] !== '' ? object['type'] : 'Opaque'
  return withField(full, 'type', type) as Manifest
}

function namespace(object: Manifest, creating: boolean): Manifest {
  const labels = { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name }
  const named = { ...object, metadata: { ...object.metadata, labels } }
  return creating ? { ...named, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } } : named
}

/** A Job selects its Pods by its own uid and labels them with it. */
function job(object: Manifest): Manifest {
  const { uid, name } = object.metadata
  const spec = isObject(object['spec']) ? object['spec'] : {}
  const template = isObject(spec['template']) ? spec['template'] : {}
  const metadata = isObject(template['metadata']) ? template['metadata'] : {}
  const own = { 'batch.kubernetes.io/controller-uid': uid, 'batch.kubernetes.io/job-name': name }
  const declared = isObject(metadata['labels']) ? metadata['labels'] : {}
  const labels = { ...declared, ...own, 'controller-uid': uid, 'job-name': name }
  const defaults = { parallelism: 1, completions: 1, backoffLimit: 6, suspend: false, completionMode: 'NonIndexed' }
  return {
    ...object,
    spec: {
      ...defaults,
      ...spec,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  }
}

function definition(object: Manifest, now: string): Manifest {
  const spec = isObject(object['spec']) ? object['spec'] : {}
  const declared = isObject(spec['names']) ? spec['names'] : {}
  const kind = String(declared['kind'] ?? '')
  const names = {
    ...declared,
    singular: declared['singular'] ?? kind.toLowerCase(),
    listKind: declared['listKind'] ?? `${kind}List`,
  }
  const condition = (type: string, reason: string, message: string): Json => ({
    type,
    status: 'True',
    lastTransitionTime: now,
    reason,
    message,
  })
  const versions = valueAtKeys(spec, 'versions')
  const stored = (Array.isArray(versions) ? versions : [])
    .filter((version) => valueAtKeys(version, 'storage') === true)
    .map((version) => valueAtKeys(version, 'name'))
  return {
    ...object,
    spec: { conversion: { strategy: 'None' }, ...spec, names },
    status: {
      conditions: [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
      ],
      acceptedNames: names,
      storedVersions: stored,
    },
  }
}
