// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises'
import type { KubeconfigFacts, LoginMethod } from '../../../model/secret/secret-facts.ts'
import type { LoadedKubeconfig, UserEntry } from '../../kubeconfig/entries.ts'
import { parseKubeconfigText } from '../../kubeconfig/parse.ts'
import { CLUSTER_YAML } from '../../kubeconfig/yaml-limits.ts'
import { hostAddress } from './address.ts'
import { certificateFacts } from './certificates.ts'
import { tokenFacts } from './token.ts'

/** Both are in every kubeconfig, and hardly in anything else. */
const SIGNS = [/(^|[{,])[ \t]*["']?clusters["']?[ \t]*:/m, /(^|[{,])[ \t]*["']?(users|contexts)["']?[ \t]*:/m]

/** Where a kubeconfig leads, how it logs in and until when; undefined when the text does not look like one. */
export async function kubeconfigFacts(text: string): Promise<KubeconfigFacts | undefined> {
  if (!SIGNS.every((sign) => sign.test(text))) return undefined
  try {
    // a list may hold many of these: signals and deadlines must be served in between
    await turn()
    return factsOf(await parseKubeconfigText(text, 'secret', undefined, CLUSTER_YAML))
  } catch {
    return { malformed: true }
  }
}

function factsOf(loaded: LoadedKubeconfig): KubeconfigFacts {
  const { contexts, currentContext } = loaded
  const named = contexts.find(({ name }) => name === currentContext)
  const context = named ?? (currentContext === undefined && contexts.length === 1 ? contexts[0] : undefined)
  const cluster = loaded.clusters.get(context?.cluster ?? '')
  const server = hostAddress(cluster?.server)
  if (!cluster || !context || server === undefined) return { malformed: true }
  const authorities = certificateFacts(cluster.certificateAuthorityData?.unseal() ?? '')
  const place = { server, ...(authorities?.notAfter ? { caNotAfter: authorities.notAfter } : {}) }
  const user = loaded.users.get(context.user)
  // A user that is named and not there cannot log in.
  if (!user) return { ...place, credentials: 'none', ...(context.user === '' ? {} : { malformed: true }) }
  const certificate = certificateFacts(user.clientCertificateData?.unseal() ?? '')
  const token = tokenFacts(user.token?.unseal() ?? '')
  return {
    ...place,
    credentials: loginOf(user),
    ...(certificate?.first ? { notAfter: certificate.first } : {}),
    ...(token?.expires ? { tokenExpires: token.expires } : {}),
    ...(user.clientCertificateData && !certificate?.first ? { malformed: true } : {}),
  }
}

function loginOf(user: UserEntry): LoginMethod {
  if (user.clientCertificateData) return 'certificate'
  if (user.token) return 'token'
  if (user.password || user.username) return 'password'
  if (user.exec) return 'exec'
  if (user.authProvider !== undefined) return 'auth-provider'
  return user.clientCertificate || user.tokenFile ? 'file' : 'none'
}
