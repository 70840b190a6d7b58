// SPDX-License-Identifier: Apache-2.0

import { differingValues, PUSHED_KINDS, type PushedValue } from '../../kinds/external-secrets/pushed-values.ts'
import { forceSync } from '../../kinds/external-secrets/sync.ts'
import { IDENTITY_PARTS } from '../../kinds/korc/health-and-links.ts'
import { CONTROL_PLANE, refusals, SERVICE_KINDS } from '../../kinds/openstack/conditions.ts'
import { hasLastedFor } from '../../model/check/age.ts'
import type { Check, CheckContext } from '../../model/check/check.ts'
import { conditionOf, conditionProof, fieldProof, withoutDate } from '../../model/check/evidence.ts'
import type { GraphNode } from '../../model/graph/graph.ts'
import { isFine } from '../../model/graph/health.ts'
import { textAt } from '../../model/object/fields.ts'
import { CLOUDS_YAML_REASONS } from '../shared/clouds-yaml-reasons.ts'

const REFRESH_TIME = 'status.refreshTime'

export const syncBehind: Check = {
  id: 'sync-behind',
  category: 'secrets',
  severity: 'warning',
  effect: 'degrades',
  title: 'Secret differs from its source although reported as synced',
  why: 'A value is copied from a Secret through OpenBao to another Secret. Both sides report that they are synced, because each only checks once per refreshInterval; the values differ. Readers of the second Secret use the old value.',
  fix: 'Force-sync the side that is out of date: first the PushSecret, then the ExternalSecret. If the values still differ, something else writes to the path.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get pushsecrets,externalsecrets   # LAST SYNC / refreshTime of both',
    "kubectl --context CONTEXT -n NAMESPACE get secret NAME -o jsonpath='{.data.KEY}' | sha256sum   # compare the two, never print them",
  ],
  modes: ['F77'],
  about: PUSHED_KINDS,
  beside: [CONTROL_PLANE, ...IDENTITY_PARTS, ...SERVICE_KINDS],
  *run(context) {
    const outdated = differingValues(context).filter(
      ({ push, reader }) => isReady(push) && isReady(reader) && !isReportedByControlPlane(context, reader),
    )
    for (const group of Map.groupBy(outdated, ({ push, reader }) => `${push.id} ${reader.id}`).values()) {
      const [first] = group
      const pushed = textAt(first?.push.object, REFRESH_TIME)
      if (!first || !hasLastedFor(pushed, 2, context.now)) continue
      const { push, reader, source, target } = first
      const isReaderBehind = Date.parse(pushed ?? '') > Date.parse(textAt(reader.object, REFRESH_TIME) ?? '')
      const behind = isReaderBehind ? reader : push
      yield {
        mode: 'F77',
        subject: behind,
        message: `Secret ${target.name} differs from Secret ${source.name} (${group.map(({ targetKey }) => targetKey).join(', ')}): ${isReaderBehind ? 'last read before the last push' : 'not pushed since it changed'}`,
        evidence: [
          ...group.map(differenceEvidence),
          { ...fieldProof(push, REFRESH_TIME), ...(isReaderBehind && pushed ? { since: pushed } : {}) },
          fieldProof(reader, REFRESH_TIME),
          withoutDate(conditionProof(reader, 'Ready')),
          fieldProof(behind, 'spec.refreshInterval'),
        ],
        next: [...(isReaderBehind ? [] : [forceSync(push, context.now)]), forceSync(reader, context.now)],
        // The producer of the value does not explain why it did not arrive.
        standsAlone: true,
        affects: [
          target,
          ...context.into(target).filter((user) => user.id !== reader.id && !isFine(context.own(user).state)),
        ],
      }
    }
  },
}

/** A failing object has its own finding. */
const isReady = (node: GraphNode) => conditionOf(node, 'Ready')?.status === 'True'

/** The control plane compares both values itself and reports the outdated one. */
const isReportedByControlPlane = (context: CheckContext, reader: GraphNode) =>
  context
    .into(reader, CONTROL_PLANE)
    .some((one) => refusals(one, /^AdminCredentialReady$/, CLOUDS_YAML_REASONS).length > 0)

const differenceEvidence = ({ target, targetKey, source, sourceKey }: PushedValue) => ({
  on: target,
  path: `data[${targetKey}]`,
  value: `differs from data[${sourceKey}] of Secret ${source.name}`,
})
