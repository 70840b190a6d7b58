// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, CheckFinding } from '../../model/check/check.ts'
import { describe } from '../../model/check/next-step.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { externalKeystoneReports } from '../shared/external-keystone.ts'
import {
  cloudOf,
  countOf,
  keyProof,
  LOGIN_INPUTS,
  type LoginFailure,
  loginFailures,
  loginFound,
} from '../shared/korc-login.ts'

const UNTRUSTED = /x509|certificate (signed by unknown|has expired)|failed to verify certificate/i

/** The certificate itself is wrong: no authority in cacert makes it valid. */
const INVALID = /has expired|not yet valid|is valid for .*, not |doesn't contain any IP SANs|not valid for any names/i

const KEYSTONE = 'Keystone.keystone.openstack.c5c3.io'

export const keystoneNotTrusted: Check = {
  id: 'keystone-not-trusted',
  category: 'identity',
  severity: 'error',
  title: 'K-ORC does not trust the certificate of Keystone',
  why: 'The certificate of Keystone was issued by a CA that K-ORC does not know, usually a private one, or it has expired or is for another host name. K-ORC trusts the CAs in key cacert next to clouds.yaml, and creates nothing until it trusts Keystone.',
  fix: 'Add the CA certificate as key cacert to the Secret (to its source, if an ExternalSecret creates it).',
  byHand: [
    "kubectl --context CONTEXT -n NAMESPACE get secret SECRET -o jsonpath='{.data.cacert}' | base64 -d | openssl x509 -noout -subject -enddate",
  ],
  modes: ['F82'],
  ...LOGIN_INPUTS,
  beside: [...(LOGIN_INPUTS.beside ?? []), KEYSTONE],
  reasons: ['TLSVerificationFailed'],
  *run(context) {
    const failures = loginFailures(context, UNTRUSTED)
    for (const failure of failures) {
      if (INVALID.test(failure.message)) {
        yield invalidCertificate(context, failure)
        continue
      }
      const { secret, secretName } = failure
      const host = cloudOf(failure)?.authHost
      const isCaMissing = secret?.object && !factsOf(secret.object, 'cacert')
      yield {
        ...loginFound(failure, 'F82', keyProof(failure, 'cacert')),
        message: `${countOf(failure)} ${failure.objects.length === 1 ? 'does' : 'do'} not trust the certificate of ${host ?? 'Keystone'}${isCaMissing ? `: Secret ${secretName} has no cacert` : ''}`,
        next: failure.objects.slice(0, 1).map(describe),
      }
    }
    const objects = failures.flatMap((failure) => failure.objects)
    yield* externalKeystoneReports(context, 'F82', /^TLSVerificationFailed$/, objects)
  },
}

/** Keystone is to blame, not the Secret: its certificate is the same for all clients. */
function invalidCertificate(context: CheckContext, failure: LoginFailure): CheckFinding {
  const { objects, message } = failure
  const [first] = objects
  const keystone = first && context.out(first, KEYSTONE).find(({ object }) => object)
  const subject = keystone ?? first ?? failure.subject
  const host = cloudOf(failure)?.authHost ?? 'Keystone'
  return {
    ...loginFound({ ...failure, subject }, 'F82', []),
    affects: objects.filter(({ id }) => id !== subject.id),
    message: `the certificate of ${host} is not valid: ${message.replace(/^.*x509: /, '')}`,
    fix: 'Renew the certificate of Keystone: check its Certificate, the issuer and the last CertificateRequest. Adding a CA to cacert does not help.',
    standsAlone: false,
    next: objects.slice(0, 1).map(describe),
  }
}
