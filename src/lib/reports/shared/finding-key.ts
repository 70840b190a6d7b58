// SPDX-License-Identifier: Apache-2.0
interface Keyed {
  readonly check: string
  readonly mode: string
  readonly subject: {
    readonly cluster: string
    readonly kind: string
    readonly namespace?: string | undefined
    readonly name: string
  }
}

/** What makes two findings the same, in this run and in one of last week. */
export function findingKey({ check, mode, subject }: Keyed): string {
  const { cluster, kind, namespace, name } = subject
  return [check, mode, cluster, kind, namespace ?? '', name].join('/')
}
