// SPDX-License-Identifier: Apache-2.0
// Runs one check on a few objects, given as YAML and projected as their kinds are.
import { parseAllDocuments } from 'yaml'
import { assess } from '../../../src/lib/assess/assess.ts'
import { runChecks } from '../../../src/lib/assess/check-results.ts'
import { project } from '../../../src/lib/cluster/read/project.ts'
import { buildGraph } from '../../../src/lib/graph/build.ts'
import { KINDS } from '../../../src/lib/kinds/index.ts'
import type { Check } from '../../../src/lib/model/check/check.ts'
import type { WarningEvent } from '../../../src/lib/model/check/warning-event.ts'
import type { KindReading } from '../../../src/lib/model/landscape/snapshot.ts'
import { groupOf } from '../../../src/lib/model/object/reference.ts'
import type { KubeObject } from '../../../src/lib/model/object/resource.ts'
import { forbidden, LONG_AGO, NOW, snapshotOf } from '../graph/small.ts'

export interface More {
  /** By the uid of the involved object. */
  readonly events?: Readonly<Record<string, readonly WarningEvent[]>>
  readonly forbidden?: readonly string[]
}

/** The findings of a check, such as "F52 MariaDB db". An object without a creation date is a day old. */
export function found(check: Check, text: string, { events = {}, forbidden: hidden = [] }: More = {}) {
  const objects = parseAllDocuments(text).map((document) => objectOf(document.toJS() as KubeObject))
  const gaps = hidden.map((kind) => forbidden('control-plane/cp', kind))
  const readings = (reading: KindReading): KindReading =>
    hidden.includes(reading.kind) ? { ...reading, outcome: 'failed' } : reading
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { 'control-plane/cp': { objects } }, gaps, readings })
  const assessment = assess(buildGraph(snapshot, KINDS), { now: NOW })
  const [result] = runChecks([check], { snapshot, assessment, kinds: KINDS, events: new Map(Object.entries(events)) })
  return (result?.found ?? []).map(({ mode, subject }) => `${mode} ${subject.kind} ${subject.name}`)
}

function objectOf(raw: KubeObject): KubeObject {
  const group = groupOf(raw.apiVersion)
  const spec = KINDS.find((kind) => kind.kind === raw.kind && kind.group === group)
  if (!spec) throw new Error(`no kind ${raw.apiVersion} ${raw.kind}`)
  const metadata = { namespace: 'ns', creationTimestamp: LONG_AGO, ...raw.metadata }
  return project({ ...raw, metadata }, spec, raw.apiVersion).object
}
