// SPDX-License-Identifier: Apache-2.0
// Limits of the checks: new objects, operations in progress, intended states and explained problems are no findings.
import { describe, expect, it } from 'vitest'
import { agentMissing } from '../../../src/lib/checks/hypervisors/agent-missing.ts'
import { agentNotReady } from '../../../src/lib/checks/hypervisors/agent-not-ready.ts'
import { chassisLost } from '../../../src/lib/checks/hypervisors/chassis-lost.ts'
import { evictedNotEmpty } from '../../../src/lib/checks/hypervisors/evicted-not-empty.ts'
import { evictionFailing } from '../../../src/lib/checks/hypervisors/eviction-failing.ts'
import { evictionRefused } from '../../../src/lib/checks/hypervisors/eviction-refused.ts'
import { labelsNotInjected } from '../../../src/lib/checks/hypervisors/labels-not-injected.ts'
import { libvirtDown } from '../../../src/lib/checks/hypervisors/libvirt-down.ts'
import { maintenanceForgotten } from '../../../src/lib/checks/hypervisors/maintenance-forgotten.ts'
import { nodeWithoutHypervisor } from '../../../src/lib/checks/hypervisors/node-without-hypervisor.ts'
import { novaOutOfSync } from '../../../src/lib/checks/hypervisors/nova-out-of-sync.ts'
import { onboardingAborted } from '../../../src/lib/checks/hypervisors/onboarding-aborted.ts'
import { onboardingStuck } from '../../../src/lib/checks/hypervisors/onboarding-stuck.ts'
import { versionSkew } from '../../../src/lib/checks/hypervisors/version-skew.ts'
import { ago } from '../graph/small.ts'
import { findings, found } from './found.ts'

const HOUR = 60
const DAY = 24 * HOUR
const DRIVER = 'nova.openstack.cloud.sap/virt-driver: kvm'

/** "Ready True Ready 30": type, status, reason and minutes since the transition. */
const conditions = (...reported: string[]) =>
  `[${reported
    .map((one) => {
      const [type, status, reason, minutes = '600'] = one.split(' ')
      return `{ type: ${type}, status: "${status}", reason: ${reason}, message: m, lastTransitionTime: "${ago(Number(minutes) * 60)}" }`
    })
    .join(', ')}]`

const host = (reported: string, spec = '', more = '', name = 'n') =>
  `\n---\napiVersion: kvm.cloud.sap/v1\nkind: Hypervisor\nmetadata: { name: ${name} }\nspec: { ${spec} }\nstatus: { conditions: ${reported}${more} }`

const node = (name: string, labels: string, reported = conditions('Ready True KubeletReady'), meta = '') =>
  `\n---\napiVersion: v1\nkind: Node\nmetadata: { name: ${name}, labels: { ${labels} }${meta} }\nstatus: { conditions: ${reported} }`

const healthy = conditions('Ready True Ready', 'Onboarding False Succeeded')

describe('a hypervisor', () => {
  it('may take an hour to onboard, and has no finding while its node is down', () => {
    const reported = (minutes: number) => conditions(`Onboarding True Testing ${minutes}`)
    expect(found(onboardingStuck, host(reported(50)))).toEqual([])
    expect(found(onboardingStuck, host(reported(70)))).toEqual(['F29 Hypervisor n'])
    expect(found(onboardingStuck, host(reported(70)) + node('n', DRIVER, conditions('Ready Unknown Gone')))).toEqual([])
  })

  it('may be in maintenance for a week, and without a limit while it is decommissioned', () => {
    const reported = (minutes: number, more = 'Offboarded False X') =>
      conditions(`Evicting False Succeeded ${minutes}`, more)
    const out = (text: string, mode = 'manual') => host(text, `maintenance: ${mode}`, ', evicted: true')
    expect(found(maintenanceForgotten, out(reported(6 * DAY)))).toEqual([])
    expect(found(maintenanceForgotten, out(reported(8 * DAY)))).toEqual(['F33 Hypervisor n'])
    expect(found(maintenanceForgotten, out(reported(8 * DAY), 'auto'))).toEqual([])
    expect(found(maintenanceForgotten, out(reported(8 * DAY, 'Offboarded True X')))).toEqual([])
  })

  it('that reports evicted is not empty when its eviction failed or instances are left', () => {
    const out = (more: string) =>
      host(conditions(`Evicting False Succeeded ${8 * DAY}`), 'maintenance: manual', `, evicted: true${more}`)
    const failed =
      '\n---\napiVersion: kvm.cloud.sap/v1\nkind: Eviction\nmetadata: { name: n }\nspec: { hypervisor: n }\n' +
      `status: { conditions: ${conditions('Evicting False Failed')} }`
    for (const text of [out(', numInstances: 9'), out(', numInstances: 0') + failed]) {
      expect(found(maintenanceForgotten, text)).toEqual([])
      expect(found(evictedNotEmpty, text)).toEqual([' Hypervisor n'])
    }
    expect(found(evictedNotEmpty, out(', numInstances: 0'))).toEqual([])
    expect(found(evictedNotEmpty, host(healthy, '', ', numInstances: 9'))).toEqual([])
  })

  it('whose lifecycle is disabled is not said to have failed its onboarding, and is never to be deleted', () => {
    const aborted = conditions('Onboarding False Aborted', 'Ready False Onboarding')
    expect(found(onboardingAborted, host(aborted))).toEqual(['F30 Hypervisor n'])
    expect(found(onboardingAborted, host(aborted, 'lifecycleEnabled: false'))).toEqual([])
    const advice = (more: string) => findings(onboardingAborted, host(aborted, '', more)).map(({ fix }) => fix)
    expect(advice(', numInstances: 9')).toEqual([expect.stringContaining('Do not delete the Hypervisor')])
    expect(advice(', numInstances: 0')).toEqual([undefined])
  })

  it('whose libvirt is down is found although it is Ready, all hosts of a cluster at once', () => {
    const down = conditions('Ready True Ready', 'Onboarding False Succeeded', 'libvirtd.service False Failed')
    expect(found(libvirtDown, host(down) + host(down, '', '', 'm') + host(healthy, '', '', 'o'))).toHaveLength(1)
    expect(found(libvirtDown, host(down, 'maintenance: manual'))).toEqual([])
    expect(found(libvirtDown, host(healthy))).toEqual([])
  })

  it('fails its onboarding when its test instance does, before the hour is over', () => {
    const told = (minutes: number) =>
      conditions(`Onboarding True Testing ${minutes}`).replace(
        'message: m',
        'message: "Server ended up in error state: x"',
      )
    expect(found(onboardingStuck, host(told(10)))).toEqual([])
    expect(found(onboardingStuck, host(told(20)))).toEqual(['F29 Hypervisor n'])
  })

  it('may be rejected by Placement for half an hour, and wait for traits without a limit', () => {
    const reported = (reason: string, minutes: number) => conditions(`AggregatesUpdated False ${reason} ${minutes}`)
    expect(found(novaOutOfSync, host(reported('Failed', 20)))).toEqual([])
    expect(found(novaOutOfSync, host(reported('Failed', 40)))).toEqual(['F34 Hypervisor n'])
    expect(found(novaOutOfSync, host(reported('WaitingForTraits', 40)))).toEqual([])
  })

  it('may run an older version during an upgrade', () => {
    const two = (spec: string) =>
      host(healthy, spec, ', libVirtVersion: "10"', 'a') + host(healthy, '', ', libVirtVersion: "11"', 'b')
    expect(found(versionSkew, two(''))).toEqual(['F39 Hypervisor b'])
    expect(found(versionSkew, two('maintenance: auto'))).toEqual([])
    expect(found(versionSkew, two('').replace('"10"', 'unknown'))).toEqual([])
  })
})

describe('an eviction', () => {
  const eviction = (...reported: string[]) =>
    `apiVersion: kvm.cloud.sap/v1\nkind: Eviction\nmetadata: { name: e }\nspec: { hypervisor: n }\nstatus: { conditions: ${conditions(...reported)} }`

  it('may take four hours, and is found at once when an instance cannot move', () => {
    expect(found(evictionFailing, eviction(`Evicting True Running ${3 * HOUR}`))).toEqual([])
    expect(found(evictionFailing, eviction(`Evicting True Running ${5 * HOUR}`))).toEqual(['F31 Eviction e'])
    expect(found(evictionFailing, eviction('Evicting True Running 9', 'MigratingInstance False Failed 1'))).toEqual([
      'F31 Eviction e',
    ])
    expect(found(evictionFailing, eviction('Evicting False Succeeded 9', 'MigratingInstance False Failed 1'))).toEqual(
      [],
    )
  })

  it('that could not begin is another matter', () => {
    expect(
      found(evictionRefused, eviction('PreflightChecksSucceeded False Failed 1', 'Evicting True Running')),
    ).toEqual([])
    const refused = eviction('PreflightChecksSucceeded False Failed 10', 'Evicting False Failed 1')
    expect(found(evictionFailing, refused)).toEqual([])
    expect(found(evictionRefused, refused)).toEqual(['F32 Eviction e'])
  })
})

describe('a node', () => {
  const pool = 'worker.gardener.cloud/pool: p'
  const others = node('a', `${pool}, ${DRIVER}`) + host(healthy, '', '', 'a')

  it('without a Hypervisor is found if it is in a hypervisor group, not new and not in maintenance', () => {
    expect(found(nodeWithoutHypervisor, others + node('b', pool))).toEqual(['F35 Node b'])
    expect(found(nodeWithoutHypervisor, others + node('b', 'worker.gardener.cloud/pool: system'))).toEqual([])
    const young = `, creationTimestamp: "${ago(1800)}"`
    expect(found(nodeWithoutHypervisor, others + node('b', pool, undefined, young))).toEqual([])
    const leaving = conditions('Ready True KubeletReady', 'Terminating True ScaleDown')
    expect(found(nodeWithoutHypervisor, others + node('b', pool, leaving))).toEqual([])
  })
})

describe('agents', () => {
  const daemons = (name: string, wanted: number, ready: number, selector = '', updated = wanted) =>
    `\n---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: ${name} }\nspec: { template: { spec: { nodeSelector: { ${selector} }, containers: [{ name: c, image: i }] } } }\nstatus: { desiredNumberScheduled: ${wanted}, numberReady: ${ready}, updatedNumberScheduled: ${updated} }`
  const down = node('d', DRIVER, conditions('Ready Unknown Gone'))

  it('that are being replaced, or whose node is gone, are no finding; other DaemonSets are no agents', () => {
    expect(found(agentNotReady, daemons('nova-compute', 3, 2))).toEqual(['F36 DaemonSet nova-compute'])
    expect(found(agentNotReady, daemons('nova-compute', 3, 2, '', 1))).toEqual([])
    expect(found(agentNotReady, daemons('nova-compute', 3, 2) + down)).toEqual([])
    expect(found(agentNotReady, daemons('log-shipper', 3, 2))).toEqual([])
  })

  it('may run as several DaemonSets, each for some machines', () => {
    const [amd, arm] = ['kubernetes.io/arch: amd64', 'kubernetes.io/arch: arm64']
    const hosts = node('a', `${DRIVER}, ${amd}`) + node('b', `${DRIVER}, ${arm}`) + host(healthy, '', '', 'a')
    const all = ['ovn-controller', 'ovs-vswitchd', 'ovs-agent', 'ha-agent', 'kvm-node-agent']
    const rest = hosts + all.map((name) => daemons(name, 2, 2)).join('')
    const [one, two] = [daemons('nova-compute-amd', 1, 1, amd), daemons('nova-compute-arm', 1, 1, arm)]
    expect(found(agentMissing, rest + one + two)).toEqual([])
    expect(found(agentMissing, rest + one)).toEqual(['F124 DaemonSet nova-compute-amd'])
    expect(found(agentMissing, rest)).toEqual(['F124 Hypervisor a'])
  })
})

describe('the labels injector', () => {
  const nodes = node('a', 'kubernetes.metal.cloud.sap/name: a') + host(healthy, '', '', 'a')
  const deployment = (name: string, ready: number, minutes: number) =>
    `\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name} }\nspec: { replicas: 2 }\nstatus: { readyReplicas: ${ready}, conditions: ${conditions(`Available False X ${minutes}`)} }`

  it('may restart, and is required only where the whole pool is managed', () => {
    expect(found(labelsNotInjected, nodes + deployment('labels-injector', 0, 1))).toEqual([])
    expect(found(labelsNotInjected, nodes + deployment('labels-injector', 0, 9))).toEqual([
      'F118 Deployment labels-injector',
    ])
    expect(found(labelsNotInjected, nodes + deployment('labels-injector', 1, 9))).toEqual([])
    expect(found(labelsNotInjected, nodes)).toEqual([])
    expect(found(labelsNotInjected, nodes + deployment('kvm-hypervisor-operator', 2, 9))).toEqual(['F118 Hypervisor a'])
  })
})

describe('a chassis', () => {
  const chassis = (minutes: number) =>
    `apiVersion: ovn.c5c3.io/v1alpha1\nkind: OVNChassis\nmetadata: { name: c, ownerReferences: [{ apiVersion: v1, kind: Node, name: n, uid: "" }] }\nspec: { hostname: n }\nstatus: { lastHeartbeat: "${ago(minutes * 60)}", conditions: ${conditions('Ready True Registered')} }`

  it('may be silent for five minutes', () => {
    expect(found(chassisLost, chassis(4))).toEqual([])
    expect(found(chassisLost, chassis(6))).toEqual(['F37 OVNChassis c'])
  })
})
