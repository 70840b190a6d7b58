// SPDX-License-Identifier: Apache-2.0
// What controllers really write, entry by entry: no failure comes out healthy, no normal progress comes out failed.
import { describe, expect, it } from 'vitest'
import { ownHealth } from '../../../src/lib/assess/own-health.ts'
import { project } from '../../../src/lib/cluster/read/project.ts'
import { CROSSPLANE_VOCABULARY } from '../../../src/lib/kinds/crossplane/vocabulary.ts'
import { FLUX_VOCABULARY } from '../../../src/lib/kinds/flux/vocabulary.ts'
import { HYPERVISOR_VOCABULARY } from '../../../src/lib/kinds/hypervisor-operator/vocabulary.ts'
import { KORC_VOCABULARY } from '../../../src/lib/kinds/korc/vocabulary.ts'
import { MARIADB_VOCABULARY } from '../../../src/lib/kinds/mariadb/vocabulary.ts'
import { CORTEX_VOCABULARY } from '../../../src/lib/kinds/openstack/vocabulary.ts'
import { ROOK_VOCABULARY } from '../../../src/lib/kinds/rook/vocabulary.ts'
import type { GraphNode } from '../../../src/lib/model/graph/graph.ts'
import type { Vocabulary, VocabularyContext } from '../../../src/lib/model/graph/vocabulary.ts'
import { specOf } from './told.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const ALL: readonly Vocabulary[] = [
  ...HYPERVISOR_VOCABULARY,
  ...ROOK_VOCABULARY,
  ...MARIADB_VOCABULARY,
  ...KORC_VOCABULARY,
  ...FLUX_VOCABULARY,
  ...CROSSPLANE_VOCABULARY,
  ...CORTEX_VOCABULARY,
]

/** "libvirtd.service=False/Failed words": a condition as the API has it. */
function parse(text: string, since: string) {
  const [, type, status, reason, message] = /^([^=]+)=(\w+)(?:\/(\w+))?(?: (.*))?$/.exec(text) ?? []
  if (!type) throw new Error(`not a condition: ${text}`)
  return { type, status, reason: reason ?? '', message: message ?? '', lastTransitionTime: since }
}

function stateOf({ kind, healthy }: Vocabulary, conditions: readonly string[], context: VocabularyContext = {}) {
  const { minutes = 60, spec: wish, status } = context
  const spec = specOf(kind)
  const since = new Date(NOW - minutes * 60_000).toISOString()
  const all = new Map([...healthy, ...conditions].map((text) => [text.split('=')[0], parse(text, since)]))
  const raw = {
    apiVersion: `${spec.group}/${spec.versions[0]}`,
    kind: spec.kind,
    metadata: { name: 'x', ...(spec.namespaced ? { namespace: 'ns' } : {}), creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: wish ?? {},
    status: { conditions: [...all.values()], ...status },
  }
  const { object } = project(raw, spec, raw.apiVersion)
  const node = { id: 'x', source: 'live', spec, object } as unknown as GraphNode
  return ownHealth(node, { now: NOW, acceptCached: false, isExpected: () => false })
}

describe.each(ALL)('$kind', (vocabulary) => {
  it.skipIf(vocabulary.healthy.length === 0)('is healthy as its controllers leave it', () => {
    expect(stateOf(vocabulary, [])).toMatchObject({ state: 'healthy' })
  })

  const entries = vocabulary.entries.map((entry) => ({
    entry,
    title: entry.map((part) => JSON.stringify(part)).join(' '),
  }))

  it.each(entries)('$title', ({ entry: [state, conditions, context] }) => {
    const { note } = context ?? {}
    const notes = note ? { notes: expect.arrayContaining([note]) } : {}
    const minutes = context?.minutes ?? (state === 'progressing' ? 5 : 60)
    expect(stateOf(vocabulary, conditions, { ...context, minutes })).toMatchObject({ state, ...notes })
  })
})
