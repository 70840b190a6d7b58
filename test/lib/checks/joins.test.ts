// SPDX-License-Identifier: Apache-2.0
// Where a join has an edge: without a fault on the other end, or without a reference, nothing is found.
import { describe, expect, it } from 'vitest'
import { clusterHibernated } from '../../../src/lib/checks/clusters/cluster-hibernated.ts'
import { dnsDown } from '../../../src/lib/checks/clusters/dns-down.ts'
import { gatewayNotProgrammed } from '../../../src/lib/checks/control-plane/gateway-not-programmed.ts'
import { issuerNotReady } from '../../../src/lib/checks/control-plane/issuer-not-ready.ts'
import { compositionPinned } from '../../../src/lib/checks/crossplane/composition-pinned.ts'
import { revisionBehind } from '../../../src/lib/checks/gitops/revision-behind.ts'
import { chassisMissing } from '../../../src/lib/checks/hypervisors/chassis-missing.ts'
import { openBaoUnavailable } from '../../../src/lib/checks/secrets/openbao-unavailable.ts'
import { ago } from '../graph/small.ts'
import { found } from './found.ts'

const condition = (type: string, status: string, minutes: number, message = 'm') =>
  `conditions: [{ type: ${type}, status: "${status}", reason: R, message: "${message}", lastTransitionTime: "${ago(minutes * 60)}" }]`

const deployment = (name: string, labels: string, ready: number, more = '') =>
  `\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${name}, namespace: kube-system, labels: { ${labels} } }\nspec: { replicas: 2 }\nstatus: { readyReplicas: ${ready}${more} }`

describe('cluster DNS', () => {
  it('is found by its label, if none of its Pods is ready', () => {
    expect(found(dnsDown, deployment('a', 'k8s-app: kube-dns', 0))).toEqual(['F163 Deployment a'])
    expect(found(dnsDown, deployment('a', 'k8s-app: kube-dns', 1))).toEqual([])
    expect(found(dnsDown, deployment('coredns', 'k8s-app: other', 0))).toEqual([])
  })
})

describe('a Gateway', () => {
  const gateway = `\n---\napiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: { name: g }\nstatus: { ${condition('Accepted', 'False', 20)} }`
  const route = `\n---\napiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: r }\nspec: { parentRefs: [{ name: g }] }`

  it('matters only to those that are exposed through it', () => {
    expect(found(gatewayNotProgrammed, gateway + route)).toEqual(['F160 Gateway g'])
    expect(found(gatewayNotProgrammed, gateway)).toEqual([])
  })
})

describe('an issuer', () => {
  const issuer = (minutes: number) =>
    `\n---\napiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: { name: i }\nstatus: { ${condition('Ready', 'False', minutes)} }`

  it('may need five minutes', () => {
    expect(found(issuerNotReady, issuer(3))).toEqual([])
    expect(found(issuerNotReady, issuer(6))).toEqual(['F162 Issuer i'])
  })
})

describe('OpenBao', () => {
  const server = (ready: number) =>
    `\n---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: bao, namespace: vaults }\nspec: { replicas: 3 }\nstatus: { readyReplicas: ${ready} }`
  const store = (status: string, host: string, message: string) =>
    `\n---\napiVersion: external-secrets.io/v1\nkind: ClusterSecretStore\nmetadata: { name: ${host.replaceAll('.', '-')} }\nspec: { provider: { vault: { server: "https://${host}:8200" } } }\nstatus: { ${condition('Ready', status, 10, message)} }`

  it('is the cause of the stores that address it, if it does not run', () => {
    const local = store('False', 'bao.vaults.svc', 'm')
    expect(found(openBaoUnavailable, local + server(0))).toEqual(['F161 StatefulSet bao'])
    expect(found(openBaoUnavailable, local + server(3))).toEqual([])
    expect(found(openBaoUnavailable, store('True', 'bao.vaults.svc', 'm') + server(0))).toEqual([])
    expect(found(openBaoUnavailable, store('False', 'other.vaults.svc', 'm') + server(0))).toEqual([])
  })
})

describe('a hibernated Shoot', () => {
  const shoot = (hibernated: boolean, name = 'pool') =>
    `\n---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: { name: ${name} }\nspec: { hibernation: { enabled: ${hibernated} } }\nstatus: { hibernated: ${hibernated} }`
  const pool = `\n---\napiVersion: crossplane.c5c3.io/v1alpha1\nkind: HypervisorCluster\nmetadata: { name: pool-x1 }\nspec: { name: pool, workers: 3 }\nstatus: { ${condition('Ready', 'False', 60)} }`

  it('explains the pool of its name', () => {
    expect(found(clusterHibernated, shoot(true) + pool)).toEqual(['F168 Shoot pool'])
    expect(found(clusterHibernated, shoot(false) + pool)).toEqual([])
    expect(found(clusterHibernated, shoot(true, 'other') + pool)).toEqual([])
  })
})

describe('a Kustomization', () => {
  const source = (minutes: number) =>
    `\n---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: { name: git }\nstatus: { artifact: { revision: new, lastUpdateTime: "${ago(minutes * 60)}" }, ${condition('Ready', 'True', 60)} }`
  const applied = (status: string, more = '') =>
    `\n---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: k }\nspec: { interval: 10m, sourceRef: { kind: GitRepository, name: git }${more} }\nstatus: { lastAppliedRevision: old, ${condition('Ready', status, 600)} }`

  it('may need two intervals and half an hour for a new revision', () => {
    expect(found(revisionBehind, source(45) + applied('True'))).toEqual([])
    expect(found(revisionBehind, source(55) + applied('True'))).toEqual(['F169 Kustomization k'])
  })

  it('that fails or is suspended says so itself', () => {
    expect(found(revisionBehind, source(55) + applied('False'))).toEqual([])
    expect(found(revisionBehind, source(55) + applied('True', ', suspend: true'))).toEqual([])
  })
})

describe('a hypervisor', () => {
  const node = (name: string, status = 'True') =>
    `\n---\napiVersion: v1\nkind: Node\nmetadata: { name: ${name}, uid: u-${name} }\nstatus: { ${condition('Ready', status, 600)} }\n---\napiVersion: kvm.cloud.sap/v1\nkind: Hypervisor\nmetadata: { name: ${name} }\nstatus: { conditions: [{ type: Ready, status: "True", reason: Ready, message: m, lastTransitionTime: "${ago(36000)}" }, { type: Onboarding, status: "False", reason: Succeeded, message: m, lastTransitionTime: "${ago(36000)}" }] }`
  const chassis = (host: string) =>
    `\n---\napiVersion: ovn.c5c3.io/v1alpha1\nkind: OVNChassis\nmetadata: { name: c-${host}, ownerReferences: [{ apiVersion: v1, kind: Node, name: ${host}, uid: u-${host} }] }\nspec: { hostname: ${host} }`

  it('needs a chassis where others have one', () => {
    expect(found(chassisMissing, node('a') + node('b') + chassis('a'))).toEqual(['F165 Node b'])
    expect(found(chassisMissing, node('a') + node('b') + chassis('a') + chassis('b'))).toEqual([])
    expect(found(chassisMissing, node('a') + node('b'))).toEqual([])
    expect(found(chassisMissing, node('a') + node('b', 'Unknown') + chassis('a'))).toEqual([])
  })
})

describe('a claim with automatic updates', () => {
  const claim = `\n---\napiVersion: c5c3.io/v1alpha1\nkind: OpenStackCluster\nmetadata: { name: o }\nspec: { compositionRevisionRef: { name: r1 } }`
  const revision = (number: number, minutes: number) =>
    `\n---\napiVersion: apiextensions.crossplane.io/v1\nkind: CompositionRevision\nmetadata: { name: r${number}, creationTimestamp: "${ago(minutes * 60)}", labels: { crossplane.io/composition-name: c } }\nspec: { revision: ${number} }`

  it('follows a new revision within an hour', () => {
    expect(found(compositionPinned, claim + revision(1, 999) + revision(2, 50))).toEqual([])
    expect(found(compositionPinned, claim + revision(1, 999) + revision(2, 70))).toEqual(['F08 OpenStackCluster o'])
  })
})
