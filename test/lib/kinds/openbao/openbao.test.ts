// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest'
import { conditions, healthOf, linksOf } from '../told.ts'

const CLUSTER = 'OpenBaoCluster.openbao.org'
const TENANT = 'OpenBaoTenant.openbao.org'

describe('an OpenBaoCluster', () => {
  const stateOf = (...told: string[]) => healthOf(CLUSTER, conditions(...told)).state

  it('is failed while it is sealed or not initialized, whatever its Pods report', () => {
    expect(stateOf('Available=True/AllReplicasReady', 'OpenBaoSealed=False/Unsealed')).toBe('healthy')
    expect(stateOf('Available=True/AllReplicasReady', 'OpenBaoSealed=True/Sealed')).toBe('failed')
    expect(stateOf('Available=True/AllReplicasReady', 'OpenBaoInitialized=False/NotInitialized')).toBe('failed')
    expect(stateOf('OpenBaoSealed=Unknown/Unknown')).toBe('unknown')
  })

  it('takes the advice about the root token as a note, and any other degradation seriously', () => {
    const advised = healthOf(CLUSTER, conditions('Available=True/X', 'Degraded=True/RootTokenStored enable SelfInit'))
    expect(advised).toMatchObject({ state: 'healthy', notes: ['enable SelfInit'] })
    expect(stateOf('Available=True/X', 'Degraded=True/BreakGlassRequired')).toBe('degraded')
  })
})

describe('an OpenBaoTenant', () => {
  it('is failed by its last error only', () => {
    expect(healthOf(TENANT, 'status: { provisioned: true }').state).toBe('healthy')
    expect(healthOf(TENANT, 'status: { lastError: no such namespace }').state).toBe('failed')
  })

  it('is needed by the OpenBaoClusters of its target namespace', () => {
    expect(linksOf(TENANT, 'spec: { targetNamespace: vaults }')).toEqual([
      'depends-on OpenBaoCluster vaults/* (optional, reverse)',
    ])
  })
})

describe('a store', () => {
  const STORE = 'SecretStore.external-secrets.io'
  const linked = (vault: string) => linksOf(STORE, `spec: { provider: { vault: { ${vault} } } }`)

  it('depends on the OpenBao of an address in its cluster, and on its certificates', () => {
    expect(linked('server: "https://openbao.vaults.svc:8200"')).toEqual([
      'depends-on StatefulSet vaults/openbao (optional, degraded)',
    ])
    expect(linked('server: "https://openbao.example.com:8200"')).toEqual([])
    expect(linked('tls: { certSecretRef: { name: client } }, caProvider: { type: ConfigMap, name: ca }')).toEqual([
      'consumes Secret ns/client (optional)',
      'consumes ConfigMap ns/ca (optional)',
    ])
  })
})
