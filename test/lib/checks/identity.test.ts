// SPDX-License-Identifier: Apache-2.0
// Limits of the checks: what K-ORC resolves by itself is no finding, and many reports of one problem are one finding.
import { describe, expect, it } from 'vitest'
import { cloudNameUnknown } from '../../../src/lib/checks/identity/cloud-name-unknown.ts'
import { cloudsSecretMissing } from '../../../src/lib/checks/identity/clouds-secret-missing.ts'
import { credentialExpiring } from '../../../src/lib/checks/identity/credential-expiring.ts'
import { credentialWithoutValue } from '../../../src/lib/checks/identity/credential-without-value.ts'
import { endpointMismatch } from '../../../src/lib/checks/identity/endpoint-mismatch.ts'
import { importFindsNothing } from '../../../src/lib/checks/identity/import-finds-nothing.ts'
import { keystoneLoginRefused } from '../../../src/lib/checks/identity/keystone-login-refused.ts'
import { keystoneNotReached } from '../../../src/lib/checks/identity/keystone-not-reached.ts'
import { keystoneNotTrusted } from '../../../src/lib/checks/identity/keystone-not-trusted.ts'
import { korcDeletionHeld } from '../../../src/lib/checks/identity/korc-deletion-held.ts'
import { korcDependencyMissing } from '../../../src/lib/checks/identity/korc-dependency-missing.ts'
import { korcUpdateRejected } from '../../../src/lib/checks/identity/korc-update-rejected.ts'
import { managedAdoption } from '../../../src/lib/checks/identity/managed-adoption.ts'
import { rotationIgnored } from '../../../src/lib/checks/identity/rotation-ignored.ts'
import type { Check } from '../../../src/lib/model/check/check.ts'
import { ago } from '../graph/small.ts'
import { findings, found } from './found.ts'

interface Reported {
  readonly reason?: string
  readonly message?: string
  readonly minutes?: number
  readonly spec?: string
  readonly status?: string
  readonly meta?: string
  readonly cloud?: string
}

function korc(kind: string, name: string, reported: Reported): string {
  const {
    reason = 'Success',
    message = 'm',
    minutes = 10,
    spec = '',
    status = '',
    meta = '',
    cloud = 'admin',
  } = reported
  const isFine = reason === 'Success'
  const since = `lastTransitionTime: "${ago(minutes * 60)}"`
  const words = `reason: ${reason}, message: '${message}', ${since}`
  const conditions = `[{ type: Available, status: "${isFine ? 'True' : 'False'}", ${words} }, { type: Progressing, status: "${isFine ? 'False' : 'True'}", ${words} }]`
  return `\n---\napiVersion: openstack.k-orc.cloud/v1alpha1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: o${meta} }\nspec: { cloudCredentialsRef: { secretName: c, cloudName: ${cloud} }${spec} }\nstatus: { conditions: ${conditions}${status} }`
}

const SECRET = '\n---\napiVersion: v1\nkind: Secret\nmetadata: { name: c, namespace: o }'
const refused = (name: string, minutes = 10) =>
  korc('Project', name, { reason: 'TransientError', message: 'but got 401 instead', minutes })

describe('an update of what exists', () => {
  const updated = (progressing: string, minutes = 10) =>
    `\n---\napiVersion: openstack.k-orc.cloud/v1alpha1\nkind: Project\nmetadata: { name: p, namespace: o }\nspec: { cloudCredentialsRef: { secretName: c, cloudName: admin } }\nstatus: { conditions: [{ type: Available, status: "True", reason: Success }, { type: Progressing, ${progressing}, lastTransitionTime: "${ago(minutes * 60)}" }] }`
  const rejected = 'status: "False", reason: InvalidConfiguration, message: "bad name"'
  const refusedLogin = 'status: "True", reason: TransientError, message: "but got 401 instead"'

  it('is told by Progressing alone: Available stays True', () => {
    expect(found(korcUpdateRejected, updated(rejected))).toEqual([' Project p'])
    expect(found(korcUpdateRejected, updated('status: "True", reason: Progressing, message: m'))).toEqual([])
    expect(found(korcUpdateRejected, updated('status: "False", reason: Success, message: m'))).toEqual([])
  })

  it('that cannot log in is a matter of the Secret', () => {
    expect(found(keystoneLoginRefused, SECRET + updated(refusedLogin))).toEqual(['F81 Secret c'])
    expect(found(keystoneLoginRefused, SECRET + updated(refusedLogin, 2))).toEqual([])
  })
})

describe('a login that fails', () => {
  it('is one finding on the Secret, after five minutes', () => {
    expect(found(keystoneLoginRefused, SECRET + refused('a') + refused('b'))).toEqual(['F81 Secret c'])
    expect(found(keystoneLoginRefused, SECRET + refused('a', 4))).toEqual([])
  })

  it('is found on an object where the Secret is not readable', () => {
    expect(found(keystoneLoginRefused, refused('a') + refused('b'))).toEqual(['F81 Project a'])
    const hidden = { forbidden: ['Secret'] }
    expect(found(keystoneLoginRefused, refused('a') + refused('b'), hidden)).toEqual(['F81 Project a'])
  })

  it('because a user does not exist is found on the Secret only if every object uses that user', () => {
    const wrong = korc('Project', 'a', { reason: 'TransientError', message: 'no cloud named: admin' })
    const right = korc('Project', 'b', { cloud: 'openstack' })
    expect(found(cloudNameUnknown, SECRET + wrong)).toEqual(['F80 Secret c'])
    expect(found(cloudNameUnknown, SECRET + wrong + right)).toEqual(['F80 Project a'])
  })

  it('because the certificate is not valid is Keystone’s; because its authority is not known, the Secret’s', () => {
    const lost = (message: string) => SECRET + korc('Project', 'a', { reason: 'TransientError', message })
    const keystone =
      '\n---\napiVersion: keystone.openstack.c5c3.io/v1alpha1\nkind: Keystone\nmetadata: { name: k, namespace: o }'
    const expired = lost('tls: failed to verify certificate: x509: certificate has expired or is not yet valid: now')
    const otherName = lost('x509: certificate is valid for a.example, not k.example')
    const unknown = lost('x509: certificate signed by unknown authority')
    expect(found(keystoneNotTrusted, expired + keystone)).toEqual(['F82 Keystone k'])
    expect(found(keystoneNotTrusted, otherName + keystone)).toEqual(['F82 Keystone k'])
    expect(found(keystoneNotTrusted, expired)).toEqual(['F82 Project a'])
    expect(found(keystoneNotTrusted, unknown + keystone)).toEqual(['F82 Secret c'])
    expect(findings(keystoneNotTrusted, expired)[0]?.fix).toMatch(/^Renew/)
  })

  it('because of no response is found on Keystone if Keystone is unhealthy', () => {
    const lost = SECRET + korc('Project', 'a', { reason: 'TransientError', message: 'lookup k.o.svc: no such host' })
    const keystone = (status: string) =>
      `\n---\napiVersion: keystone.openstack.c5c3.io/v1alpha1\nkind: Keystone\nmetadata: { name: k, namespace: o }\nstatus: { conditions: [{ type: Ready, status: "${status}", reason: R, message: m, lastTransitionTime: "${ago(900)}" }] }`
    expect(found(keystoneNotReached, lost + keystone('True'))).toEqual(['F103 Secret c'])
    expect(found(keystoneNotReached, lost + keystone('False'))).toEqual([])
    expect(found(keystoneNotReached, lost)).toEqual(['F103 Secret c'])
    const hidden = { forbidden: ['Keystone.keystone.openstack.c5c3.io'] }
    expect(found(keystoneNotReached, lost, hidden)).toEqual([])
  })
})

describe('a K-ORC dependency', () => {
  const waits = (what: string, minutes = 10, spec = '') =>
    korc('Project', 'a', { reason: 'Progressing', message: `Waiting for ${what} to be created`, minutes, spec })
  const maker = (namespace: string, status: string) =>
    `\n---\napiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: { name: c, namespace: ${namespace} }\nstatus: { conditions: [{ type: Ready, status: "${status}", reason: R, message: m, lastTransitionTime: "${ago(900)}" }] }`

  it('may be missing for two minutes', () => {
    expect(found(cloudsSecretMissing, waits('Secret/c', 1))).toEqual([])
    expect(found(cloudsSecretMissing, waits('Secret/c', 3))).toEqual(['F79 Secret c'])
    expect(found(korcDependencyMissing, waits('Domain/d', 1))).toEqual([])
    expect(found(korcDependencyMissing, waits('Domain/d', 3))).toEqual(['F86 Domain d'])
  })

  it('has no grace time once K-ORC has used it: it was deleted', () => {
    const young = `, creationTimestamp: "${ago(20)}"`
    expect(found(cloudsSecretMissing, korc('Project', 'a', { minutes: 0, meta: young }))).toEqual(['F79 Secret c'])
  })

  it.each([
    ['is being deleted', `, deletionTimestamp: "${ago(5)}", finalizers: [x/y] }\ndata: { clouds.yaml: eA== }`, true],
    ['is empty', ' }', true],
    ['lacks the key', ' }\ndata: { other: eA== }', true],
    ['has an empty value', ' }\ndata: { clouds.yaml: "" }', true],
    ['is complete', ' }\ndata: { clouds.yaml: eA== }', false],
  ])('a clouds.yaml Secret that %s is reported at once', (_, more, isFound) => {
    const secret = `\n---\napiVersion: v1\nkind: Secret\nmetadata: { name: c, namespace: o, creationTimestamp: "${ago(5)}"${more}`
    expect(found(cloudsSecretMissing, secret + korc('Project', 'a', { minutes: 0 }))).toEqual(
      isFound ? ['F79 Secret c'] : [],
    )
  })

  it('an application credential without a value is reported at once, a created one needs none', () => {
    const secret = '\n---\napiVersion: v1\nkind: Secret\nmetadata: { name: v, namespace: o }\ndata: { other: eA== }'
    const credential = (reason: string) =>
      korc('ApplicationCredential', 'a', { reason, minutes: 0, spec: ', resource: { secretRef: v }' })
    expect(found(credentialWithoutValue, secret + credential('Progressing'))).toEqual(['F87 ApplicationCredential a'])
    expect(found(credentialWithoutValue, secret + credential('Success'))).toEqual([])
  })

  it('is the clouds.yaml or another object, never both', () => {
    expect(found(korcDependencyMissing, waits('Secret/c'))).toEqual([])
    expect(found(korcDependencyMissing, waits('Secret/other'))).toEqual(['F86 Secret other'])
    expect(found(cloudsSecretMissing, waits('Secret/other'))).toEqual([])
  })

  it('is explained by the object that should create it', () => {
    expect(found(cloudsSecretMissing, waits('Secret/c') + maker('o', 'False'))).toEqual([])
    expect(found(cloudsSecretMissing, waits('Secret/c') + maker('elsewhere', 'True'))).toEqual(['F79 Secret c'])
  })

  it('may take two minutes to be created in OpenStack', () => {
    const reported = (minutes: number) =>
      korc('Project', 'a', {
        reason: 'Progressing',
        message: 'Waiting for OpenStack resource to be created externally',
        minutes,
      })
    expect(found(importFindsNothing, reported(1))).toEqual([])
    expect(found(importFindsNothing, reported(3))).toEqual(['F83 Project a'])
  })
})

describe('an existing object', () => {
  const finds = (check: Check, kind: string, name: string, reported: Reported) =>
    found(check, korc(kind, name, reported))

  it('that expires within a week is found', () => {
    const ends = (days: number) => ({ status: `, resource: { expiresAt: "${ago(-days * 86_400)}" }` })
    expect(finds(credentialExpiring, 'ApplicationCredential', 'a', ends(8))).toEqual([])
    expect(finds(credentialExpiring, 'ApplicationCredential', 'a', ends(6))).toEqual(['F88 ApplicationCredential a'])
    expect(finds(credentialExpiring, 'ApplicationCredential', 'a', ends(-1))).toEqual(['F88 ApplicationCredential a'])
    expect(finds(credentialExpiring, 'ApplicationCredential', 'a', {})).toEqual([])
  })

  it('may be blocked by a finalizer for five minutes', () => {
    const message = 'Waiting for finalizer x to be removed'
    const held = (minutes: number) => ({
      reason: 'Progressing',
      message,
      meta: `, deletionTimestamp: "${ago(minutes * 60)}"`,
    })
    expect(finds(korcDeletionHeld, 'Domain', 'd', held(4))).toEqual([])
    expect(finds(korcDeletionHeld, 'Domain', 'd', held(6))).toEqual(['F94 Domain d'])
  })

  it('with an owner that would delete it is found, unless the owner detaches it on deletion', () => {
    const id = { status: ', id: x' }
    const twin = korc('Project', 'b', { ...id, spec: ', managementPolicy: unmanaged' })
    const managed = (more: string) => korc('Project', 'a', { ...id, spec: `, managementPolicy: managed${more}` })
    expect(found(managedAdoption, managed('') + twin)).toEqual(['F102 Project a'])
    expect(found(managedAdoption, managed(', managedOptions: { onDelete: detach }') + twin)).toEqual([])
    expect(found(managedAdoption, managed(''))).toEqual([])
    expect(found(managedAdoption, managed(', resource: { name: admin }'))).toEqual(['F102 Project a'])
  })

  it('matches the catalog whatever the notation of its URL', () => {
    const entry = korc('Service', 's', { spec: ', resource: { type: image }' })
    const endpoint = (url: string) =>
      korc('Endpoint', 'e', { spec: `, resource: { interface: public, serviceRef: s, url: "${url}" }` })
    const glance = (spec: string) =>
      `\n---\napiVersion: glance.openstack.c5c3.io/v1alpha1\nkind: Glance\nmetadata: { name: g, namespace: o }\nspec: { ${spec} }\nstatus: { endpoint: "http://g.o.svc.cluster.local:9292/" }`
    expect(found(endpointMismatch, entry + endpoint('http://g.o.svc:9292') + glance(''))).toEqual([])
    expect(found(endpointMismatch, entry + endpoint('http://h.o.svc:9292') + glance(''))).toEqual(['F93 Endpoint e'])
    const outside = glance('gateway: { hostname: image.example.com }')
    expect(found(endpointMismatch, entry + endpoint('https://image.example.com:443/') + outside)).toEqual([])
    expect(found(endpointMismatch, entry + endpoint('http://g.o.svc:9292') + outside)).toEqual(['F93 Endpoint e'])
    expect(found(endpointMismatch, entry + endpoint('http://h.o.svc:9292'))).toEqual([])
  })
})

describe('the external Keystone that a control plane reports', () => {
  const reported = (reason: string, minutes = 10) =>
    `\n---\napiVersion: c5c3.io/v1alpha1\nkind: ControlPlane\nmetadata: { name: c, namespace: o, uid: u }\nspec: { korc: { adminCredential: {} } }\nstatus: { conditions: [{ type: KORCReady, status: "False", reason: ${reason}, message: m, lastTransitionTime: "${ago(minutes * 60)}" }] }`

  it('is found after two minutes if no K-ORC object shows the problem', () => {
    expect(found(keystoneLoginRefused, reported('AuthenticationFailed', 1))).toEqual([])
    expect(found(keystoneLoginRefused, reported('AuthenticationFailed'))).toEqual(['F81 ControlPlane c'])
    expect(found(keystoneLoginRefused, reported('CredentialDrift'))).toEqual(['F81 ControlPlane c'])
    expect(found(keystoneNotTrusted, reported('TLSVerificationFailed'))).toEqual(['F82 ControlPlane c'])
    expect(found(keystoneNotReached, reported('EndpointUnreachable'))).toEqual(['F103 ControlPlane c'])
    expect(found(importFindsNothing, reported('ImportStalled'))).toEqual(['F83 ControlPlane c'])
    expect(found(endpointMismatch, reported('CatalogEndpointMismatch') + korc('Endpoint', 'e', {}))).toEqual([
      'F93 ControlPlane c',
    ])
  })

  it('is the same finding as that of its objects', () => {
    const owned = ', ownerReferences: [{ apiVersion: c5c3.io/v1alpha1, kind: ControlPlane, name: c, uid: u }]'
    const project = korc('Project', 'a', { reason: 'TransientError', message: 'but got 401 instead', meta: owned })
    expect(found(keystoneLoginRefused, SECRET + reported('AuthenticationFailed') + project)).toEqual(['F81 Secret c'])
  })
})

describe('a rotation', () => {
  const rotation = (spec: string, reason: string) =>
    `\n---\napiVersion: c5c3.io/v1alpha1\nkind: CredentialRotation\nmetadata: { name: r, namespace: o }\nspec: { ${spec} }\nstatus: { conditions: [{ type: Ready, status: "True", reason: ${reason}, message: m, lastTransitionTime: "${ago(900)}" }] }`

  it('is ignored only if it has a schedule and produced nothing', () => {
    expect(found(rotationIgnored, rotation('intervalDays: 7', 'NoRotationNeeded'))).toEqual([
      'F95 CredentialRotation r',
    ])
    expect(found(rotationIgnored, rotation('intervalDays: 7', 'RotationTriggered'))).toEqual([])
    expect(found(rotationIgnored, rotation('reMint: false', 'NoRotationNeeded'))).toEqual([])
  })
})
