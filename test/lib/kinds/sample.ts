// SPDX-License-Identifier: Apache-2.0
// Objects for kind functions: given as YAML and projected as the kind requires.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { project } from '../../../src/lib/cluster/read/project.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { Health } from '../../../src/lib/model/graph/health.ts'
import { type CountedTargets, type KindSpec, kindName } from '../../../src/lib/model/graph/kind.ts'
import type { Link } from '../../../src/lib/model/graph/link.ts'
import { groupOf } from '../../../src/lib/model/object/reference.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'

export const NOW = Date.parse('2026-11-16T12:00:00Z')

/** An object named x, in namespace ns if the kind is namespaced, unless the text says otherwise. */
export function sample(kind: KindSpec, text: string): KubeObject {
  const raw = (parse(text) ?? {}) as Record<string, unknown>
  const metadata = { name: 'x', ...(kind.namespaced ? { namespace: 'ns' } : {}), ...(raw['metadata'] as object) }
  return project({ ...raw, metadata }, kind, `${kind.group}/${kind.versions[0]}`.replace(/^\//, '')).object
}

/** The health of an object, such as: failed NotAllReady. */
export function health(kind: KindSpec, text: string): string {
  return words(kind.health?.(sample(kind, text), NOW))
}

export const words = (result: Health | undefined): string =>
  result ? `${result.state} ${result.reason ?? ''}`.trim() : 'fine'

export function quorum(
  kind: KindSpec,
  text: string,
  counts: Readonly<Record<string, readonly [number, number]>>,
): string {
  const counted = Object.entries(counts).map(([name, [fine, unknown]]): [string, CountedTargets] => [
    name,
    { total: fine + unknown, fine, unknown },
  ])
  return words(kind.quorum?.(sample(kind, text), new Map(counted), NOW))
}

/** The links of an object, one per line: creates Secret ns/a @here, with its attributes. */
export function links(kind: KindSpec, text: string): string[] {
  return (kind.links?.(sample(kind, text)) ?? []).map(line)
}

function line(link: Link): string {
  const { rel, to, weak, optional, reverse } = link
  const { kind, namespace, name, labels } = to
  const group = typeof to.group === 'string' ? to.group : to.group[0]
  const what = `${kindName({ group: group ?? '', kind })} ${namespace ? `${namespace}/` : ''}${name ?? '*'}`
  const selected = labels ? [JSON.stringify(labels)] : []
  const marks = [weak ?? [], optional ? 'optional' : [], reverse ? 'reverse' : []].flat()
  return [rel, what, ...selected, `@${place(to.where)}`, ...marks.map((mark) => `(${mark})`)].join(' ')
}

function place(where: Link['to']['where']): string {
  if (where === 'here') return 'here'
  if ('role' in where) return where.name === undefined ? where.role : `${where.role}/${where.name}`
  if ('providerConfig' in where) return `config:${where.providerConfig}`
  if ('registration' in where) return `registration:${where.registration}`
  if ('fluxConfigMap' in where) return `flux-config:${where.fluxConfigMap.namespace}/${where.fluxConfigMap.name}`
  return `flux:${where.fluxSecret.namespace}/${where.fluxSecret.name}`
}

const recordings = fileURLToPath(new URL('../../../../shared/recorded', import.meta.url))

export const hasRecordings = existsSync(recordings)

/** The health of recorded objects: "Kind name: state reason", for known kinds. */
export function recorded(file: string): string[] {
  const specs = new Map(KINDS.map((kind) => [kindName(kind), kind]))
  return parseAllDocuments(readFileSync(`${recordings}/${file}`, 'utf8')).flatMap((document) => {
    const raw = document.toJS() as KubeObject | null
    const spec = raw?.kind ? specs.get(kindName({ group: groupOf(raw.apiVersion), kind: raw.kind })) : undefined
    if (!raw || !spec) return []
    const { object } = project(raw, spec, raw.apiVersion)
    return [`${raw.kind} ${raw.metadata.name}: ${words(spec.health?.(object, NOW))}`]
  })
}
