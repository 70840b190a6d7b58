// SPDX-License-Identifier: Apache-2.0
import type { Material } from '../config.ts'
import { ClusterError } from '../failure.ts'
import { seal } from '../secrets/seal.ts'
import { materialReader } from './material-file.ts'

export interface ClientCertificate {
  readonly cert: string
  readonly key: string
  /** Changes with every new pair. */
  readonly generation: string
}

/** Rereads rotated files. While only one of certificate and key has been replaced, returns the old pair. */
export function clientCertificateReader(certificate: Material, key: Material): () => Promise<ClientCertificate> {
  const readCertificate = materialReader(certificate, 'client certificate')
  const readKey = materialReader(key, 'client key')
  let current: ClientCertificate | undefined
  return async () => {
    const cert = await readCertificate()
    const keyText = await readKey()
    if (current?.cert === cert && current.key === keyText) return current
    const problem = await certificateProblem(cert, keyText)
    if (problem && current) return current
    if (problem) throw new ClusterError({ fault: 'unauthorized', message: problem })
    current = { cert, key: keyText, generation: generationOf(cert, keyText) }
    return current
  }
}

/** An identifier for a pair that reveals nothing about the key. */
export const generationOf = (cert: string, key: string) => `certificate ${seal(`${cert}\n${key}`).fingerprint}`

/** Why a pair cannot be used; the message contains nothing of it. */
export async function certificateProblem(cert: string, key: string): Promise<string | undefined> {
  const { createPrivateKey, X509Certificate } = await import('node:crypto')
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return undefined
    return 'client certificate and client key do not belong together'
  } catch {
    return 'client certificate or client key is not valid PEM'
  }
}
