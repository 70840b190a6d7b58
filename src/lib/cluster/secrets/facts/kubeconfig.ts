// SPDX-License-Identifier: Apache-2.0
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { KubeconfigFacts, LoginMethod } from '../../../model/secret/secret-facts.ts'
import type { LoadedKubeconfig, UserEntry } from '../../kubeconfig/entries.ts'
import { parseKubeconfigText } from '../../kubeconfig/parse.ts'
import { CLUSTER_YAML } from '../../kubeconfig/yaml-limits.ts'
import { hostAddress } from './address.ts'
import { certificateFacts } from './certificates.ts'
import { tokenFacts } from './token.ts'

/** Server, credentials and their expiry; undefined when the text does not look like a kubeconfig. */
export async function kubeconfigFacts(text: string): Promise<KubeconfigFacts | undefined> {
  if (!REQUIRED_KEYS.every((key) => key.test(text))) return undefined
  try {
    // Parsing blocks the event loop: let signals and deadlines run between many of these.
    await yieldToEventLoop()
    return factsOf(await parseKubeconfigText(text, 'secret', undefined, CLUSTER_YAML))
  } catch {
    return { malformed: true }
  }
}

/** Both match every kubeconfig and hardly anything else. */
const REQUIRED_KEYS = [/(^|[{,])[ \t]*["']?clusters["']?[ \t]*:/m, /(^|[{,])[ \t]*["']?(users|contexts)["']?[ \t]*:/m]

function factsOf(loaded: LoadedKubeconfig): KubeconfigFacts {
  const { contexts, currentContext } = loaded
  const named = contexts.find(({ name }) => name === currentContext)
  const context = named ?? (currentContext === undefined && contexts.length === 1 ? contexts[0] : undefined)
  const cluster = loaded.clusters.get(context?.cluster ?? '')
  const server = hostAddress(cluster?.server)
  if (!cluster || !context || server === undefined) return { malformed: true }
  const authorities = certificateFacts(cluster.certificateAuthorityData?.unseal() ?? '')
  const serverFacts = { server, ...(authorities?.notAfter ? { caNotAfter: authorities.notAfter } : {}) }
  const user = loaded.users.get(context.user)
  // A context that refers to a missing user cannot log in.
  if (!user) return { ...serverFacts, credentials: 'none', ...(context.user === '' ? {} : { malformed: true }) }
  const certificate = certificateFacts(user.clientCertificateData?.unseal() ?? '')
  const token = tokenFacts(user.token?.unseal() ?? '')
  return {
    ...serverFacts,
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
