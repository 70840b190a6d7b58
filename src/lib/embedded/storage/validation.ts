// SPDX-License-Identifier: Apache-2.0

import {
  badRequest,
  forbiddenValue,
  invalid,
  invalidValue,
  requiredValue,
  type StatusCause,
} from '../http/status-errors.ts'
import { isObject, type Manifest, sameJson, textAtKeys } from '../json.ts'
import type { ResourceType } from './resource-type.ts'

/** Throws 422 with all invalid fields, for the rules that this server implements. */
export function validateObject(type: ResourceType, object: Manifest, before: Manifest | undefined): void {
  const causes = [
    ...(before === undefined ? nameCauses(type, object) : metadataCauses(type, object, before)),
    ...(type.kind === 'Secret' && type.builtIn ? secretCauses(object, before) : []),
    ...(type.kind === 'ConfigMap' && type.builtIn
      ? [...keyCauses(object, 'data'), ...immutableCauses(object, before)]
      : []),
  ]
  if (causes.length > 0) throw invalid({ group: type.group, kind: type.kind, name: object.metadata.name }, causes)
}

/** Kinds whose names may be any path segment. */
const PATH_NAMES = new Set(['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'])

function nameCauses(type: ResourceType, { metadata: { name } }: Manifest): readonly StatusCause[] {
  const field = 'metadata.name'
  if (name === '') return [requiredValue(field, 'name or generateName is required')]
  if (type.builtIn && PATH_NAMES.has(type.kind)) return []
  if (name.length > 253) return [invalidValue(field, name, 'must be no more than 253 characters')]
  if (type.kind === 'Namespace' && type.builtIn) {
    if (name.includes('.')) return [invalidValue(field, name, 'must not contain dots')]
    if (name.length > 63) return [invalidValue(field, name, 'must be no more than 63 characters')]
    return SUBDOMAIN.test(name) ? [] : [invalidValue(field, name, LABEL_MESSAGE)]
  }
  return SUBDOMAIN.test(name) ? [] : [invalidValue(field, name, SUBDOMAIN_MESSAGE)]
}

function metadataCauses(type: ResourceType, object: Manifest, before: Manifest): readonly StatusCause[] {
  const causes: StatusCause[] = []
  const uid = object.metadata.uid
  if (uid !== undefined && uid !== before.metadata.uid) {
    const cause = invalidValue('metadata.uid', uid, 'field is immutable')
    // The real server repeats the cause for built-in kinds.
    causes.push(...(type.builtIn ? [cause, cause] : [cause]))
  }
  if (before.metadata.deletionTimestamp !== undefined) {
    const added = (object.metadata.finalizers ?? []).filter((name) => !before.metadata.finalizers?.includes(name))
    const message = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map((name) => JSON.stringify(name)).join(', ')}}`
    if (added.length > 0) causes.push(forbiddenValue('metadata.finalizers', message))
  }
  return causes
}

function secretCauses(object: Manifest, before: Manifest | undefined): readonly StatusCause[] {
  const causes = [...keyCauses(object, 'data')]
  if (before !== undefined && textAtKeys(object, 'type') !== textAtKeys(before, 'type'))
    causes.push(invalidValue('type', textAtKeys(object, 'type'), 'field is immutable'))
  return [...causes, ...immutableCauses(object, before)]
}

function keyCauses(object: Manifest, field: string): readonly StatusCause[] {
  const data = object[field]
  return Object.keys(isObject(data) ? data : {})
    .filter((key) => !/^[-._a-zA-Z0-9]+$/.test(key))
    .map((key) => invalidValue(`${field}[${key}]`, key, KEY_MESSAGE))
}

/** For a Secret or ConfigMap with immutable: true. */
function immutableCauses(object: Manifest, before: Manifest | undefined): readonly StatusCause[] {
  if (before?.['immutable'] !== true) return []
  const message = 'field is immutable when `immutable` is set'
  return [
    ...(object['immutable'] === true ? [] : [forbiddenValue('immutable', message)]),
    ...['data', 'binaryData']
      .filter((field) => !sameJson(object[field], before[field]))
      .map((field) => forbiddenValue(field, message)),
  ]
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Like Go: standard alphabet with padding, line breaks allowed. */
export const isBase64 = (value: unknown) => typeof value === 'string' && BASE64.test(value.replace(/[\r\n]/g, ''))

/** Throws 400 if a Secret's data is not base64. The message contains neither key nor value. */
export function checkBase64(object: Manifest): void {
  const data = object['data']
  for (const value of Object.values(isObject(data) ? data : {}))
    if (!isBase64(value))
      throw badRequest('Secret in version "v1" cannot be handled as a Secret: illegal base64 data at input byte 0')
}

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const SUBDOMAIN_MESSAGE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const KEY_MESSAGE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
