// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../../model/check/check.ts'
import { describe } from '../../model/check/next-step.ts'
import { factsOf } from '../../model/secret/secret-facts.ts'
import { externalKeystoneReports } from '../shared/external-keystone.ts'
import { cloudOf, countOf, keyProof, LOGIN_INPUTS, loginFailures, loginFound } from '../shared/korc-login.ts'

const UNTRUSTED = /x509|certificate (signed by unknown|has expired)|failed to verify certificate/i

export const keystoneNotTrusted: Check = {
  id: 'keystone-not-trusted',
  category: 'identity',
  severity: 'error',
  title: "K-ORC does not trust Keystone's certificate",
  why: 'Keystone shows a certificate of an authority K-ORC does not know, usually a private one. K-ORC trusts the authorities in the key cacert beside clouds.yaml, and nothing is made before it does.',
  fix: 'Add the certificate of the authority as key cacert to the Secret (to its source, if an ExternalSecret makes it).',
  byHand: [
    "kubectl -n NAMESPACE get secret SECRET -o jsonpath='{.data.cacert}' | base64 -d | openssl x509 -noout -subject -enddate",
  ],
  modes: ['F82'],
  ...LOGIN_INPUTS,
  reasons: ['TLSVerificationFailed'],
  *run(context) {
    const failures = loginFailures(context, UNTRUSTED)
    for (const failure of failures) {
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
