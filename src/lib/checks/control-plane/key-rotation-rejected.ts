// SPDX-License-Identifier: Apache-2.0

import { refusals } from '../../kinds/openstack/conditions.ts'
import type { Check, CheckContext, FindingEvidence } from '../../model/check/check.ts'
import { conditionProof } from '../../model/check/evidence.ts'
import { kubectl } from '../../model/check/next-step.ts'
import type { GraphNode } from '../../model/graph/graph.ts'

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'
const REASONS = /^(AdminPassword)?Rotation(Rejected|AnnotationInvalid)$|^PasswordRotationRejected$/

export const keyRotationRejected: Check = {
  id: 'key-rotation-rejected',
  category: 'control-plane',
  severity: 'error',
  effect: 'degrades',
  title: 'Keystone keys or password rejected',
  why: 'A CronJob writes new keys to a staging Secret, and the operator adopts them if they are complete. It rejected them: too few or too many keys, or an invalid date. The old keys stay in use, longer than they should.',
  fix: 'Read the Warning events about the staging Secret and fix the cause (maxActiveKeys, the rotation script). Then start the CronJob once: kubectl create job --from=cronjob/KEYSTONE-fernet-rotate.',
  byHand: [
    'kubectl --context CONTEXT -n NAMESPACE get events --field-selector involvedObject.kind=Keystone,type=Warning',
    'kubectl --context CONTEXT -n NAMESPACE get cronjobs,jobs',
  ],
  modes: ['F67'],
  about: [KEYSTONE],
  beside: ['Event', 'CronJob.batch'],
  reasons: [
    'RotationRejected',
    'RotationAnnotationInvalid',
    'AdminPasswordRotationRejected',
    'AdminPasswordRotationAnnotationInvalid',
  ],
  *run(context) {
    for (const node of context.of(KEYSTONE)) {
      const conditions = refusals(node, /^(FernetKeys|CredentialKeys|PasswordRotation)Ready$/, REASONS)
      const events = context.events(node).filter(({ reason }) => REASONS.test(reason))
      const message = conditions[0]?.message || events[0]?.message || conditions[0]?.reason
      if (message === undefined) continue
      yield {
        mode: 'F67',
        subject: node,
        standsAlone: true,
        message,
        evidence: [
          ...conditions.map(({ type }) => conditionProof(node, type)),
          ...events.map(
            ({ reason, message, first }): FindingEvidence => ({
              on: node,
              path: `events[${reason}]`,
              value: message,
              ...(first ? { since: first } : {}),
            }),
          ),
        ],
        next: rotationJobs(context, node).map(({ cluster, namespace, name }) => ({
          ...kubectl(
            { cluster, ...(namespace ? { namespace } : {}) },
            'create',
            'job',
            `--from=cronjob/${name}`,
            `${name}-by-hand`,
          ),
          why: 'after the cause is fixed',
        })),
      }
    }
  },
}

const rotationJobs = (context: CheckContext, node: GraphNode) =>
  context.out(node, 'CronJob.batch').filter(({ name }) => name.endsWith('-rotate'))
