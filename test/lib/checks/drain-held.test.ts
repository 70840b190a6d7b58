// SPDX-License-Identifier: Apache-2.0
// A drain that is held says what holds it, in the words of the operator, and a deleted Node is drained, too.
import { describe, expect, it } from 'vitest'
import { drainHeld } from '../../../src/lib/checks/hypervisors/drain-held.ts'
import { externalSecret } from '../../../src/lib/kinds/external-secrets/external-secret.ts'
import { pushSecret } from '../../../src/lib/kinds/external-secrets/push-secret.ts'
import { ago } from '../graph/small.ts'
import { links, NOW, sample } from '../kinds/sample.ts'
import { findings } from './found.ts'

const BUDGET =
  '\n---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: { name: maint-n }\nspec: { selector: { matchLabels: { cobaltcore-maintenance-controller: maint-n } } }\nstatus: { disruptionsAllowed: 0 }'
const node = (metadata: string, conditions = '') =>
  `\n---\napiVersion: v1\nkind: Node\nmetadata: { name: n, namespace: null${metadata} }\nstatus: { conditions: [{ type: Ready, status: "True" }${conditions}] }`
const host = (conditions: string) =>
  `\n---\napiVersion: kvm.cloud.sap/v1\nkind: Hypervisor\nmetadata: { name: n, namespace: null }\nstatus: { conditions: [${conditions}] }`

describe('a drain that is held', () => {
  const offboarding = '{ type: Offboarded, status: "False", reason: Offboarding, message: "still has 3 assigned VMs" }'
  const agents =
    '{ type: AgentPodsEvicted, status: "False", reason: AgentPodsRunning, message: "1 agent pod(s) running" }'
  const deleted = node(`, deletionTimestamp: "${ago(3600)}"`)
  const messages = (text: string) => findings(drainHeld, BUDGET + text).map(({ message }) => message)

  it('names what blocks the drain', () => {
    expect(messages(deleted + host(`${offboarding}, ${agents}`))).toEqual([
      'the drain of node n is blocked: still has 3 assigned VMs',
    ])
    expect(messages(deleted + host(agents))).toEqual(['the drain of node n is blocked: 1 agent pod(s) running'])
  })

  it('is one of a node that is deleted or terminating', () => {
    const terminating = node('', ', { type: Terminating, status: "True", reason: Gone }')
    expect(messages(terminating + host(offboarding))).toHaveLength(1)
    expect(messages(node('') + host(offboarding))).toEqual([])
  })
})

describe('newer External Secrets', () => {
  it('create other kinds than Secrets', () => {
    const text = 'spec: { target: { name: a, manifest: { apiVersion: v1, kind: ConfigMap } } }'
    expect(links(externalSecret, text)).toEqual(['syncs-to ConfigMap ns/a @here (optional)'])
  })

  it('push by pattern, which a note says', () => {
    const text = `{ spec: { dataTo: [{ match: { regexp: .* } }] }, status: { conditions: [{ type: Ready, status: "True" }] } }`
    expect(pushSecret.health?.(sample(pushSecret, text), NOW).notes).toHaveLength(1)
  })
})
