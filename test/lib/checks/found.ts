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
  /** Kinds that no cluster serves. */
  readonly notInstalled?: readonly string[]
  readonly cluster?: string
}

/** What a check finds: "F52 MariaDB db"; an object without a creation date is a day old. */
export const found = (check: Check, text: string, more: More = {}) =>
  findings(check, text, more).map(({ mode, subject }) => `${mode} ${subject.kind} ${subject.name}`)

export function findings(
  check: Check,
  text: string,
  { events = {}, forbidden: hidden = [], notInstalled = [], cluster: label = 'control-plane/cp' }: More = {},
) {
  const objects = parseAllDocuments(text).map((document) => objectOf(document.toJS() as KubeObject))
  const gaps = hidden.map((kind) => forbidden('control-plane/cp', kind))
  const readings = (reading: KindReading): KindReading =>
    hidden.includes(reading.kind)
      ? { ...reading, outcome: 'failed' }
      : notInstalled.includes(reading.kind)
        ? { ...reading, outcome: 'notinstalled' }
        : reading
  const snapshot = snapshotOf({ kinds: KINDS, clusters: { [label]: { objects } }, gaps, readings })
  const assessment = assess(buildGraph(snapshot, KINDS), { now: NOW })
  const [result] = runChecks([check], { snapshot, assessment, kinds: KINDS, events: new Map(Object.entries(events)) })
  return result?.found ?? []
}

function objectOf(raw: KubeObject): KubeObject {
  const group = groupOf(raw.apiVersion)
  const spec = KINDS.find((kind) => kind.kind === raw.kind && kind.group === group)
  if (!spec) throw new Error(`no kind ${raw.apiVersion} ${raw.kind}`)
  const metadata = { namespace: 'ns', creationTimestamp: LONG_AGO, ...raw.metadata }
  return project({ ...raw, metadata }, spec, raw.apiVersion).object
}
