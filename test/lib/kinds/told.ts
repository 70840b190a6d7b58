// SPDX-License-Identifier: Apache-2.0
// Small objects as YAML, and the health and links of their kinds.
import { parse } from 'yaml'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { Health } from '../../../src/lib/model/graph/health.ts'
import { type KindSpec, kindName } from '../../../src/lib/model/graph/kind.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import { readyHealth } from '../../../src/lib/model/object/conditions.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'

export const NOW = Date.parse('2026-06-01T12:00:00Z')

/** An object of a kind (Kind.group) named x in namespace ns; the YAML may override that. */
export function made(kind: string, yaml = ''): KubeObject {
  const spec = specOf(kind)
  const fields = (parse(yaml) ?? {}) as Partial<KubeObject>
  return {
    apiVersion: `${spec.group}/${spec.versions[0]}`,
    kind: spec.kind,
    ...fields,
    metadata: { name: 'x', ...(spec.namespaced ? { namespace: 'ns' } : {}), generation: 1, ...fields.metadata },
  }
}

export function specOf(kind: string): KindSpec {
  const spec = KINDS.find((candidate) => kindName(candidate) === kind)
  if (!spec) throw new Error(`${kind} is not registered`)
  return spec
}

export function healthOf(kind: string, yaml: string, now = NOW): Health {
  const object = made(kind, yaml)
  return specOf(kind).health?.(object, now) ?? readyHealth(object)
}

/** Conditions in short form: "Ready=False/Reason message" becomes a list for status. */
export function conditions(...told: readonly string[]): string {
  const list = told.map((text) => {
    const [, type, status, reason = '', message = ''] = /^(\w+)=(\w+)(?:\/(\w+))?(?: (.*))?$/.exec(text) ?? []
    return { type, status, reason, message, lastTransitionTime: '2026-06-01T11:00:00Z' }
  })
  return `status: { conditions: ${JSON.stringify(list)} }`
}

/** A link as text: "depends-on MariaDB ns/db", with its target cluster if not this one, and its attributes. */
export function linksOf(kind: string, yaml: string): readonly string[] {
  return (specOf(kind).links?.(made(kind, yaml)) ?? []).map(say)
}

function say({ rel, to, optional, weak, reverse, named }: Link): string {
  const { where, kind, namespace, name = '*', labels } = to
  const at = where === 'here' ? '' : ` @${Object.entries(where).flat().join(' ')}`
  const marks = [optional && 'optional', weak, reverse && 'reverse', named && 'named'].filter(Boolean)
  const chosen = labels ? ` ${JSON.stringify(labels)}` : ''
  return `${rel} ${kind} ${namespace ? `${namespace}/` : ''}${name}${chosen}${at}${marks.length ? ` (${marks.join(', ')})` : ''}`
}
