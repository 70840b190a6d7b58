// SPDX-License-Identifier: Apache-2.0
interface FindingIdentity {
  readonly check: string
  readonly mode: string
  readonly subject: {
    readonly cluster: string
    readonly kind: string
    readonly namespace?: string | undefined
    readonly name: string
  }
}

/** Identifies a finding across runs. */
export function findingKey({ check, mode, subject }: FindingIdentity): string {
  const { cluster, kind, namespace, name } = subject
  return [check, mode, cluster, kind, namespace ?? '', name].join('/')
}
